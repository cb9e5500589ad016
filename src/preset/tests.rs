//! Presets as files: what loads, what is refused and where.

use std::fs;
use std::path::Path;

use super::*;

/// Loads a file of that text from a folder of its own.
fn file(text: &str) -> Result<Preset, PresetError> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine.toml"), text).unwrap();
    load("mine.toml", folder.path(), &[])
}

fn faults(text: &str) -> Vec<Fault> {
    match file(text).unwrap_err() {
        PresetError::Bad { faults, .. } => faults,
        other => panic!("{other:?}"),
    }
}

/// The German preset with one line changed.
fn changed(from: &str, to: &str) -> String {
    let text = source("catan-de").unwrap();
    assert!(text.contains(from), "{from}");
    text.replace(from, to)
}

#[test]
fn every_built_in_preset_loads_and_says_where_it_comes_from() {
    for (name, text) in BUILTIN {
        let preset =
            load(name, Path::new("."), &[]).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert!(!preset.title.text("en").is_empty() && !preset.edition.is_empty());
        assert!(!preset.choices.is_empty(), "{name} leaves nothing open");
        assert!(
            text.starts_with("title") || text.starts_with("base"),
            "{name}"
        );
        for key in &preset.open {
            let known = SETTINGS.iter().any(|(name, _)| name == key)
                || ["table_sizes", "table_total", "score_points", "points"].contains(&key.as_str());
            assert!(known, "{name} leaves {key} open, which nobody can set");
        }
    }
}

#[test]
fn every_setting_is_a_key_of_presets() {
    for (key, kind) in SETTINGS {
        let value = match kind {
            SettingKind::Number | SettingKind::Numbers | SettingKind::Cap => "1",
            SettingKind::YesNo => "true",
            SettingKind::Words => "[]",
            SettingKind::Text | SettingKind::Word | SettingKind::Exact => "\"\"",
        };
        let error = toml::from_str::<Preset>(&format!("{key} = {value}")).unwrap_err();
        assert!(
            !error.message().contains("unknown field"),
            "{key}: {}",
            error.message()
        );
    }
}

#[test]
fn a_preset_file_is_not_followed_out_of_the_folder() {
    for name in ["../mine.toml", "/etc/mine.toml", "a\\b.toml", "mine"] {
        assert_eq!(
            load(name, Path::new("."), &[]).unwrap_err(),
            PresetError::Unknown(name.to_owned())
        );
    }
}

#[test]
fn an_unknown_key_is_told_with_its_line_and_the_nearest() {
    let text = changed("target = 10", "targt = 10");
    let line = text
        .lines()
        .position(|line| line.starts_with("targt"))
        .unwrap()
        + 1;
    let found = faults(&text);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].at, Some((line, 1)));
    assert_eq!(found[0].line.as_deref(), Some("targt = 10"));
    assert_eq!(
        found[0].reason,
        "`targt` is no key here; did you mean `target`?"
    );
}

#[test]
fn an_unknown_word_offers_the_nearest() {
    let found = faults(&changed("\"share_mean\"", "\"share_men\""));
    assert!(
        found[0].reason.contains("did you mean `share_mean`?"),
        "{found:?}"
    );
    assert!(found[0].at.is_some());
}

#[test]
fn settings_that_do_not_fit_are_all_told_each_with_its_line() {
    let text = changed(
        "points = [[5, 3, 2, 1], [5, 3, 1]]",
        "points = [[5, 3, 2], [5, 3]]",
    )
    .replace("\"points\", \"vp\", ", "\"vp\", \"vp\", ");
    let found = faults(&text);
    let reasons: Vec<&str> = found.iter().map(|fault| fault.reason.as_str()).collect();
    assert!(
        reasons.contains(&"`points` has no row of 4 numbers for tables of 4"),
        "{reasons:?}"
    );
    assert!(
        reasons.contains(&"`criteria` names vp twice"),
        "{reasons:?}"
    );
    assert!(found.iter().all(|fault| fault.at.is_some()));
}

#[test]
fn a_criterion_needs_what_the_preset_computes() {
    let reason = |text: &str| faults(text)[0].reason.clone();
    let no_points = changed("points = [[5, 3, 2, 1], [5, 3, 1]]\n", "");
    assert!(reason(&no_points).contains("the criterion points needs place points"));
    assert!(reason(&changed("\"lot\"]", "\"clock\"]")).contains("clock_column"));
    let none = changed(
        "[\"points\", \"vp\", \"share_mean\", \"firsts\", \"seconds\", \"thirds\", \"lot\"]",
        "[]",
    );
    assert!(reason(&none).contains("names no criterion"));
}

/// Each of these once made the program run out of memory, sit for ever, or
/// seat what no event can be.
#[test]
fn what_no_event_can_be_is_refused_with_its_line() {
    let stage = "field = [{ from = 6, tables = 2 }]";
    for (from, to, told) in [
        (
            stage,
            "field = [{ from = 6, tables = 4000000000 }]",
            "4000000000 tables",
        ),
        (
            stage,
            "field = [{ from = 2, tables = 2 }]",
            "do not fill 2 tables",
        ),
        (stage, "field = []", "`field` says no number of tables"),
        (
            stage,
            "field = [{ from = 6, tables = 2, advance_each = 9 }]",
            "lets 9 of each table",
        ),
        (
            stage,
            "field = [{ from = 6, tables = 2, advance_total = 9 }]",
            "lets more go on",
        ),
        (
            stage,
            "field = [{ from = 6, tables = 2 }, { from = 6, tables = 2 }]",
            "two fields",
        ),
        (
            stage,
            "field = [{ from = 6, tables = 2 }]\nslots = [[1, 4, 5, 9], [2, 3, 6, 7]]",
            "the slot 9 is nobody",
        ),
        (
            stage,
            "field = [{ from = 6, tables = 2 }]\nslots = [[1, 4, 5, 8], [2, 3, 6, 1]]",
            "the slot 1 is given twice",
        ),
        (
            stage,
            "field = [{ from = 6, tables = 2 }]\nslots = [[1, 2, 3, 4, 5], [6, 7, 8]]",
            "a table has 5 slots",
        ),
        (
            stage,
            "field = [{ from = 6, tables = 2 }]\nslots = [[\"W1\", 2, 3, 4]]",
            "the slot W1 is nobody",
        ),
        (
            stage,
            "field = [{ from = 6, tables = 2 }]\nthird_place = true",
            "needs a stage before it",
        ),
        ("entrants = 8", "entrants = 0", "`entrants` is 0"),
        (
            "ranks = [\"rank\"]",
            "ranks = [\"game gold\"]",
            "the column `gold`",
        ),
    ] {
        let found = faults(&changed(from, to));
        let fault = found.iter().find(|fault| fault.reason.contains(told));
        let fault = fault.unwrap_or_else(|| panic!("{to}: {found:?}"));
        assert_eq!(fault.line.as_deref(), Some("[[stage]]"), "{to}");
    }
}

#[test]
fn numbers_that_no_game_has_are_refused_with_their_line() {
    for (from, to, told) in [
        ("target = 10", "target = 0", "`target` is 0"),
        ("target = 10", "target = [10, 4000]", "`target` is 4000"),
        (
            "target = 10",
            "target = 10\ncounted = \"drop 3\"",
            "none is left",
        ),
        (
            "target = 10",
            "target = 10\nwindow = 100000",
            "`window` is 100000",
        ),
        (
            "target = 10",
            "target = 10\ntable_total = -7",
            "`table_total` is -7",
        ),
        ("seating = \"plan\"", "seating = \"swiss\"", "tables of two"),
        (
            "target = 10",
            "target = 10\nrounds_by_players = [[80, 4], [12, 3]]",
            "rising order",
        ),
        (
            "target = 10",
            "target = 10\nsession_rounds = 4000",
            "`session_rounds` is 4000",
        ),
        (
            "target = 10",
            "target = 10\ncolumn = [{ key = \"gold\", name = \"VP\", kind = \"number\" }]",
            "each round sheet has",
        ),
        (
            "target = 10",
            "target = 10\ncolumn = [{ key = \"a\", name = \"Gold\", kind = \"number\" }, { key = \"b\", name = \"gold\", kind = \"mark\" }]",
            "are both called",
        ),
    ] {
        let found = faults(&changed(from, to));
        assert!(
            found
                .iter()
                .any(|fault| fault.reason.contains(told) && fault.at.is_some()),
            "{to}: {found:?}"
        );
    }
}

#[test]
fn what_is_no_toml_is_told_with_its_line() {
    let found = faults("title = \"x\"\nedition = [\n");
    assert!(found[0].at.is_some_and(|(line, _)| line >= 2), "{found:?}");
    assert!(
        faults("")
            .iter()
            .any(|fault| fault.reason.contains("title"))
    );
}

#[test]
fn a_preset_may_start_from_another() {
    let preset =
        file("base = \"catan-de\"\ntitle = \"Ours\"\npoints = [[7, 3, 2, 1], [7, 3, 1]]\n")
            .unwrap();
    assert_eq!(preset.title.to_string(), "Ours");
    assert_eq!(preset.points_for(4)[0].0, Exact::int(7));
    assert_eq!(preset.criteria.len(), 7);
    let wrong = file("base = \"mine.toml\"\ntitle = \"Ours\"\n").unwrap_err();
    assert!(matches!(wrong, PresetError::Bad { .. }), "{wrong:?}");
    assert_eq!(
        file("base = \"catan-dee\"").unwrap_err(),
        PresetError::Unknown("catan-dee".to_owned())
    );
}

fn with(name: &str, key: &str, value: impl Into<toml::Value>) -> Result<Preset, PresetError> {
    load(name, Path::new("."), &[(key.to_owned(), value.into())])
}

#[test]
fn an_override_that_leaves_the_rules_is_named() {
    let left =
        |name: &str, key: &str, value: toml::Value| with(name, key, value).unwrap().departures;
    assert_eq!(
        left("catan-de", "virtual_seat", "exact".into()),
        ["virtual_seat"]
    );
    assert_eq!(
        left("catan-de", "virtual_seat", "none".into()),
        Vec::<String>::new()
    );
    assert_eq!(
        left("catan-de", "virtual_seat", "off".into()),
        Vec::<String>::new()
    );
    assert_eq!(left("catan-de", "rounds", 4.into()), Vec::<String>::new());
    assert_eq!(
        left("catan-custom", "virtual_seat", "none".into()),
        Vec::<String>::new()
    );
    assert_eq!(left("catan-mso", "rounds", 4.into()), ["rounds"]);
}

#[test]
fn an_override_that_cannot_be_is_blamed_by_its_key() {
    let blamed = |key: &str, value: toml::Value| match with("catan-de", key, value) {
        Err(PresetError::Setting { key, reason }) => (key, reason),
        other => panic!("{other:?}"),
    };
    assert_eq!(blamed("criteria", toml::Value::Array(vec![])).0, "criteria");
    let (key, reason) = blamed("virtual_seat", "nearst".into());
    assert_eq!(key, "virtual_seat");
    assert!(reason.contains("did you mean `nearest`?"), "{reason}");
    assert_eq!(blamed("counted", "best two".into()).0, "counted");
}

#[test]
fn a_cap_can_be_taken_away() {
    for word in ["none", "off"] {
        let preset = with("catan-de", "winner_cap", word).unwrap();
        assert_eq!(preset.winner_cap, None);
        assert!(preset.others_cap.is_some());
        assert_eq!(preset.departures, ["winner_cap"]);
    }
    let Err(PresetError::Setting { reason, .. }) = with("catan-de", "winner_cap", "nine") else {
        panic!("a cap that is no cap is taken");
    };
    assert!(reason.contains("below_target"), "{reason}");
}

#[test]
fn conditions_are_sums_that_compare() {
    let parse = |text: &str| Condition::try_from(text.to_owned());
    let condition = parse("settlements + cities >= 2").unwrap();
    assert_eq!(
        condition.columns().collect::<Vec<_>>(),
        ["settlements", "cities"]
    );
    for wrong in ["", "a", "a >", "a < 2", "a b = 2", "a >= -1"] {
        assert!(parse(wrong).is_err(), "{wrong}");
    }
}

proptest::proptest! {
    /// No text, however broken, makes the reader of presets panic.
    #[test]
    fn any_change_of_a_preset_is_read_or_refused(
        at in 0_usize..4000,
        cut in 0_usize..40,
        put in "[a-z0-9=\\[\\]\"\\n {}#.,-]{0,12}",
        which in 0_usize..14,
    ) {
        let text = BUILTIN[which].1;
        let floor = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap();
        let (start, end) = (floor(at), floor((at + cut).max(at)));
        let changed = format!("{}{put}{}", &text[..start], &text[end.max(start)..]);
        let _ = file(&changed);
    }
}
