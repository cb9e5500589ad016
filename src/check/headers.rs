//! Headers: which words mean which column, and where the header row is. One
//! table of synonyms, easy to add to. Knows nothing of what cells hold.

use std::collections::BTreeMap;

use super::cells;
use crate::model::{Code, Finding, Grid, Row, Value, loose_key};

/// Meanings with their synonyms in English, German and Latvian.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("setting", &["setting", "einstellung", "iestatījums"]),
    ("value", &["value", "wert", "vērtība"]),
    (
        "id",
        &[
            "id",
            "member no",
            "federation id",
            "player id",
            "nr",
            "nummer",
            "startnummer",
            "spieler-id",
            "numurs",
        ],
    ),
    (
        "name",
        &[
            "name",
            "player",
            "player name",
            "full name",
            "spieler",
            "spielername",
            "teilnehmer",
            "vārds un uzvārds",
            "spēlētājs",
        ],
    ),
    ("first", &["first name", "given name", "vorname", "vārds"]),
    (
        "last",
        &[
            "last name",
            "surname",
            "family name",
            "nachname",
            "familienname",
            "uzvārds",
        ],
    ),
    ("club", &["club", "team", "verein", "klubs"]),
    ("country", &["country", "land", "valsts"]),
    ("email", &["email", "e-mail", "mail", "e-pasts"]),
    ("phone", &["phone", "telephone", "telefon", "tālrunis"]),
    ("group", &["group", "pool", "gruppe", "grupa"]),
    ("seedrank", &["seed rank", "setzplatz"]),
    ("avoid", &["avoid", "trennen", "nicht mit", "šķirt"]),
    ("from", &["from", "ab runde", "no kārtas"]),
    ("until", &["until", "bis runde", "līdz kārtai"]),
    ("rounds", &["rounds", "runden", "kārtas"]),
    ("reserve", &["reserve", "rezerve"]),
    ("excluded", &["excluded", "ausgeschlossen", "izslēgts"]),
    (
        "guest",
        &[
            "guest",
            "out of competition",
            "gast",
            "außer konkurrenz",
            "viesis",
        ],
    ),
    ("table", &["table", "table no", "tisch", "galds"]),
    ("lot", &["lot", "los", "loze"]),
    ("qualified", &["qualified", "qualifiziert", "kvalificējies"]),
    ("round", &["round", "heat", "runde", "kārta"]),
    ("stage", &["stage", "phase", "posms"]),
    ("seat", &["seat", "sitz", "position", "sēdvieta"]),
    (
        "vp",
        &[
            "vp",
            "sp",
            "siegpunkte",
            "score",
            "victory points",
            "up",
            "uzvaras punkti",
        ],
    ),
    ("winner", &["winner", "sieger", "gewinner", "uzvarētājs"]),
    ("penalty", &["penalty", "strafe", "strafpunkte", "sods"]),
    ("signed", &["signed", "unterschrieben", "parakstīts"]),
    ("sheet", &["sheet", "zettel", "lapa"]),
    ("void", &["void", "ungültig", "nederīgs"]),
    ("note", &["note", "bemerkung", "notiz", "piezīme"]),
    ("place", &["place", "platz", "vieta"]),
    ("points", &["points", "punkte", "punkti"]),
    ("tabletotal", &["table total", "tischsumme"]),
    ("share", &["share", "anteil", "daļa"]),
];

/// The header row of a sheet: which column means what.
#[derive(Clone, Debug, Default)]
pub(super) struct Headers {
    pub(super) row: u32,
    columns: BTreeMap<&'static str, u32>,
}

impl Headers {
    pub(super) fn col(&self, meaning: &str) -> Option<u32> {
        self.columns.get(meaning).copied()
    }

    pub(super) fn has(&self, meaning: &str) -> bool {
        self.columns.contains_key(meaning)
    }

    pub(super) fn has_name(&self) -> bool {
        self.has("name") || self.has("first") || self.has("last")
    }

    pub(super) fn get<'a>(&self, row: &'a Row, meaning: &str) -> Option<&'a Value> {
        row.get(self.col(meaning)?)
    }

    /// Gives a cell's text, where it has any.
    pub(super) fn text(&self, row: &Row, meaning: &str) -> Option<String> {
        self.get(row, meaning)
            .map(cells::text)
            .filter(|text| !text.is_empty())
    }

    /// Reads `Points` as the game's score, where no other score column stands.
    pub(super) fn points_are_vp(&mut self) {
        if !self.has("vp")
            && let Some(col) = self.columns.remove("points")
        {
            self.columns.insert("vp", col);
        }
    }
}

fn meaning(text: &str, custom: &[(String, String)]) -> Option<&'static str> {
    let key = loose_key(text);
    let custom = custom.iter().find(|(_, heading)| loose_key(heading) == key);
    let key = custom.map_or(key, |(wanted, _)| loose_key(wanted));
    let known = |synonyms: &[&str]| synonyms.iter().any(|synonym| loose_key(synonym) == key);
    SYNONYMS
        .iter()
        .find(|(name, synonyms)| *name == key || known(synonyms))
        .map(|(name, _)| *name)
}

/// Finds the header row among the first 25: at least two known headers, or a
/// name header that stands alone. Two columns of one meaning are told.
pub(super) fn find(
    grid: &Grid,
    custom: &[(String, String)],
    findings: &mut Vec<Finding>,
) -> Option<Headers> {
    for row in grid.rows.iter().take_while(|row| row.index < 25) {
        let known: Vec<(&'static str, u32)> = known_in(row, custom);
        let lone_name = row.cells.len() == 1
            && known
                .iter()
                .any(|(meaning, _)| matches!(*meaning, "name" | "first"));
        let different = known
            .iter()
            .any(|(meaning, _)| known.first().is_some_and(|(first, _)| first != meaning));
        if !different && !lone_name {
            continue;
        }
        let mut headers = Headers {
            row: row.index,
            columns: BTreeMap::new(),
        };
        for (meaning, col) in known {
            if let Some(earlier) = headers.columns.get(meaning) {
                let message = format!(
                    "this header means the same as the one in cell {}",
                    crate::model::CellRef::new(row.index, *earlier)
                );
                findings.push(
                    Finding::error(Code::DuplicateHeader, grid.at(row.index, col), message)
                        .help("keep one of the two columns, or rename one"),
                );
            } else {
                headers.columns.insert(meaning, col);
            }
        }
        return Some(headers);
    }
    None
}

fn known_in(row: &Row, custom: &[(String, String)]) -> Vec<(&'static str, u32)> {
    let cells = row.cells.iter().filter_map(|cell| match &cell.value {
        Value::Text(text) => meaning(text, custom).map(|meaning| (meaning, cell.col)),
        _ => None,
    });
    cells.collect()
}

/// Says whether a row repeats the header line.
pub(super) fn repeats(row: &Row, custom: &[(String, String)]) -> bool {
    row.cells.len() >= 2 && known_in(row, custom).len() == row.cells.len()
}

/// Says whether a row is one of totals or a footnote.
pub(super) fn is_footnote(row: &Row) -> bool {
    const WORDS: [&str; 7] = [
        "total",
        "sum",
        "summe",
        "gesamt",
        "kopa",
        "exported",
        "exportiert",
    ];
    let Some(Value::Text(text)) = row.cells.first().map(|cell| &cell.value) else {
        return false;
    };
    let first = text.split_whitespace().next().unwrap_or_default();
    // A word of totals is a footnote at the row's start; a player called so
    // would stand behind a table or an ID.
    WORDS.contains(&loose_key(first).as_str())
}
