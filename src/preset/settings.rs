//! The settings of a preset that the Event sheet may set by their own names.
//! Knows how each is written there; knows no sheet.

/// How a setting is written in the Event sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingKind {
    /// A whole number.
    Number,
    /// A whole number, or one for each round.
    Numbers,
    /// Yes or no.
    YesNo,
    /// Text.
    Text,
    /// One word.
    Word,
    /// Words with commas between them.
    Words,
    /// A number, or a fraction such as 1/2.
    Exact,
    /// A word, a number, or a number for each round.
    Cap,
}

/// All of them, by the preset's keys.
pub const SETTINGS: &[(&str, SettingKind)] = &[
    ("rounds", SettingKind::Number),
    ("target", SettingKind::Numbers),
    ("vp_max", SettingKind::Numbers),
    ("vp_whole", SettingKind::YesNo),
    ("winner_required", SettingKind::YesNo),
    ("winner_cap", SettingKind::Cap),
    ("winner_floor", SettingKind::Cap),
    ("others_cap", SettingKind::Cap),
    ("virtual_seat", SettingKind::Word),
    ("zero_share", SettingKind::Word),
    ("criteria", SettingKind::Words),
    ("counted", SettingKind::Text),
    ("session_rounds", SettingKind::Number),
    ("min_rounds", SettingKind::Number),
    ("unplayed", SettingKind::Text),
    ("win_share_floor", SettingKind::Exact),
    ("bye_points", SettingKind::Exact),
    ("bye_wins", SettingKind::Exact),
    ("bye_vp", SettingKind::Exact),
    ("win", SettingKind::Word),
    ("draw", SettingKind::Exact),
    ("lot_drawn", SettingKind::Word),
    ("qualifiers", SettingKind::Number),
    ("min_players", SettingKind::Number),
    ("ids_needed", SettingKind::YesNo),
    ("field_locked", SettingKind::YesNo),
    ("free_attendance", SettingKind::YesNo),
    ("groups_from", SettingKind::Number),
    ("score_name", SettingKind::Text),
    ("goals", SettingKind::Words),
    ("seats", SettingKind::Word),
    ("seating", SettingKind::Word),
    ("rematches", SettingKind::Word),
    ("starts", SettingKind::Word),
    ("window", SettingKind::Number),
    ("final", SettingKind::YesNo),
    ("stands_in", SettingKind::YesNo),
    ("stage_tables", SettingKind::Word),
    ("valid_from", SettingKind::Number),
];
