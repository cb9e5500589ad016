//! How many tables of which size a number of players needs.
//!
//! Pure arithmetic: it knows neither players nor rounds.

/// Splits players into tables, the preferred size first in `sizes`.
///
/// As few tables as possible differ from the preferred size; larger tables
/// come first. `None` when the number cannot be split.
#[must_use]
pub fn table_sizes(players: usize, sizes: &[usize]) -> Option<Vec<usize>> {
    let (&preferred, others) = sizes.split_first()?;
    if preferred == 0 || players == 0 {
        return None;
    }
    // Among `preferred` other tables some fill whole preferred ones, so fewer
    // always do.
    for count in 0..preferred {
        let mut chosen = Vec::new();
        if choose(players, preferred, others, count, &mut chosen) {
            let rest = players - chosen.iter().sum::<usize>();
            chosen.extend(std::iter::repeat_n(preferred, rest / preferred));
            chosen.sort_unstable_by(|a, b| b.cmp(a));
            return Some(chosen);
        }
    }
    None
}

/// Finds `count` tables of other sizes that leave a multiple of `preferred`.
fn choose(
    left: usize,
    preferred: usize,
    others: &[usize],
    count: usize,
    chosen: &mut Vec<usize>,
) -> bool {
    if count == 0 {
        return left.is_multiple_of(preferred);
    }
    for (at, &size) in others.iter().enumerate() {
        if size == 0 || size > left {
            continue;
        }
        chosen.push(size);
        if choose(left - size, preferred, &others[at..], count - 1, chosen) {
            return true;
        }
        chosen.pop();
    }
    false
}

/// Sizes as a person says them: "4 or 3".
pub(super) fn spoken(sizes: &[usize]) -> String {
    let words: Vec<String> = sizes.iter().map(ToString::to_string).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::table_sizes;

    #[test]
    fn fewest_tables_below_the_preferred_size() {
        let split = |n| table_sizes(n, &[4, 3]);
        assert_eq!(split(6), Some(vec![3, 3]));
        assert_eq!(split(7), Some(vec![4, 3]));
        assert_eq!(split(9), Some(vec![3, 3, 3]));
        assert_eq!(split(10), Some(vec![4, 3, 3]));
        assert_eq!(split(13), Some(vec![4, 3, 3, 3]));
        assert_eq!(split(16), Some(vec![4; 4]));
        for n in [0, 1, 2, 5] {
            assert_eq!(split(n), None);
        }
    }

    #[test]
    fn two_player_tables() {
        assert_eq!(table_sizes(4, &[2]), Some(vec![2, 2]));
        assert_eq!(table_sizes(5, &[2]), None);
    }
}
