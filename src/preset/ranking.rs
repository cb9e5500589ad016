//! How players are ranked: the criteria and which games count. Pure data; the
//! arithmetic is in `rank`.

use serde::{Deserialize, Serialize};

/// A ranking criterion (spec 3, Criteria).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Criterion {
    /// Place points, and points from scores, less what the judge took off.
    Points,
    /// VP that count.
    Vp,
    /// Games won.
    Wins,
    /// Sum of the shares of the tables' VP.
    ShareSum,
    /// Mean of the shares.
    ShareMean,
    /// First places.
    Firsts,
    /// Second places.
    Seconds,
    /// Third places.
    Thirds,
    /// Fourth places.
    Fourths,
    /// Sum of the opponents' wins.
    Buchholz,
    /// The same without the lowest.
    BuchholzCut1,
    /// The same without the lowest and the highest.
    BuchholzMedian,
    /// Wins of the opponents beaten, and half of those drawn with.
    Sonneborn,
    /// Own VP less the opponents'.
    PointDiff,
    /// Sum of the opponents' points.
    OpponentsPoints,
    /// Games among those who are equal so far.
    HeadToHead,
    /// Own VP over those of the player just below, in the best finish.
    BestFinishRatio,
    /// VP of the best game.
    BestGame,
    /// Games played.
    Games,
    /// Games won for each game played.
    WinShare,
    /// Mean of the opponents' win shares.
    OpponentsWinShare,
    /// Time used; the lowest first.
    Clock,
    /// Rank in the seeding; the lowest first.
    SeedRank,
    /// A lot.
    Lot,
    /// The name.
    Name,
    /// The ID.
    Id,
}

/// Which end of a criterion is the better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The highest first.
    Highest,
    /// The lowest first.
    Lowest,
}

impl Criterion {
    /// All criteria.
    pub const ALL: [Self; 26] = [
        Self::Points,
        Self::Vp,
        Self::Wins,
        Self::ShareSum,
        Self::ShareMean,
        Self::Firsts,
        Self::Seconds,
        Self::Thirds,
        Self::Fourths,
        Self::Buchholz,
        Self::BuchholzCut1,
        Self::BuchholzMedian,
        Self::Sonneborn,
        Self::PointDiff,
        Self::OpponentsPoints,
        Self::HeadToHead,
        Self::BestFinishRatio,
        Self::BestGame,
        Self::Games,
        Self::WinShare,
        Self::OpponentsWinShare,
        Self::Clock,
        Self::SeedRank,
        Self::Lot,
        Self::Name,
        Self::Id,
    ];

    /// Gives its name, as presets and machine forms spell it.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Vp => "vp",
            Self::Wins => "wins",
            Self::ShareSum => "share_sum",
            Self::ShareMean => "share_mean",
            Self::Firsts => "firsts",
            Self::Seconds => "seconds",
            Self::Thirds => "thirds",
            Self::Fourths => "fourths",
            Self::Buchholz => "buchholz",
            Self::BuchholzCut1 => "buchholz_cut1",
            Self::BuchholzMedian => "buchholz_median",
            Self::Sonneborn => "sonneborn",
            Self::PointDiff => "point_diff",
            Self::OpponentsPoints => "opponents_points",
            Self::HeadToHead => "head_to_head",
            Self::BestFinishRatio => "best_finish_ratio",
            Self::BestGame => "best_game",
            Self::Games => "games",
            Self::WinShare => "win_share",
            Self::OpponentsWinShare => "opponents_win_share",
            Self::Clock => "clock",
            Self::SeedRank => "seed_rank",
            Self::Lot => "lot",
            Self::Name => "name",
            Self::Id => "id",
        }
    }

    /// Says whether it has a value that standings show.
    #[must_use]
    pub const fn has_value(self) -> bool {
        !matches!(self, Self::Lot | Self::Name | Self::Id)
    }

    /// Says which end is the better one.
    #[must_use]
    pub const fn direction(self) -> Direction {
        match self {
            Self::Clock | Self::SeedRank | Self::Name | Self::Id => Direction::Lowest,
            _ => Direction::Highest,
        }
    }
}

/// When lots are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LotDrawn {
    /// In every standings.
    #[default]
    Always,
    /// Once all preliminary rounds are complete; until then equal players
    /// share a rank.
    AtTheEnd,
}

/// Which games of a player count: `all`, `best 2`, `drop 1` or
/// `best_session`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Counted {
    /// All.
    #[default]
    All,
    /// The best so many.
    Best(u32),
    /// All but the worst so many.
    Drop(u32),
    /// Those of the best session.
    BestSession,
}

impl TryFrom<String> for Counted {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let plain = text.trim().to_lowercase().replace(['_', '-'], " ");
        let words: Vec<&str> = plain.split_whitespace().collect();
        let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number > 0);
        match words[..] {
            ["all"] => Ok(Self::All),
            ["best", "session"] => Ok(Self::BestSession),
            ["best", many] if number(many).is_some() => Ok(Self::Best(number(many).unwrap_or(1))),
            ["drop", many] if number(many).is_some() => Ok(Self::Drop(number(many).unwrap_or(1))),
            _ => Err(format!(
                "\"{text}\" is none of \"all\", \"best 2\", \"drop 1\", \"best session\""
            )),
        }
    }
}

/// How rounds that a player did not play count for opponents' criteria
/// (spec 3, with worked values).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Unplayed {
    /// Nothing for them.
    #[default]
    #[serde(rename = "plain")]
    Plain,
    /// A virtual opponent, as chess had it from 2009.
    #[serde(rename = "fide-2009", alias = "fide_2009")]
    Fide2009,
    /// A dummy opponent with the player's own score.
    #[serde(rename = "fide-2026", alias = "fide_2026")]
    Fide2026,
}
