//! Headers: which words mean which column, and where the header row is. One
//! table of synonyms, easy to add to. Knows nothing of what cells hold.

use std::collections::{BTreeMap, BTreeSet};

use super::cells;
use crate::model::{Cell, Code, Finding, Grid, Row, Value, loose_key};
use crate::preset::PresetColumn;

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
    ("country", &["country", "nation", "land", "valsts"]),
    ("email", &["email", "e-mail", "mail", "e-pasts"]),
    ("phone", &["phone", "telephone", "telefon", "tālrunis"]),
    ("group", &["group", "pool", "gruppe", "grupa"]),
    ("seedrank", &["seed rank", "setzplatz"]),
    ("avoid", &["avoid", "trennen", "nicht mit", "šķirt"]),
    ("from", &["from", "ab runde", "no kārtas"]),
    ("until", &["until", "bis runde", "līdz kārtai"]),
    ("rounds", &["rounds", "runden", "kārtas"]),
    ("reserve", &["reserve", "rezerve"]),
    (
        "standinfor",
        &[
            "stand-in for",
            "stands in for",
            "vertritt",
            "ersatz für",
            "aizvieto",
        ],
    ),
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

/// What headers mean in this event: the synonyms above, the preset's own
/// columns, and what the Event sheet maps (`Column: Name = ...`).
#[derive(Clone, Debug, Default)]
pub(super) struct Dictionary {
    meanings: BTreeMap<String, String>,
    /// Headings that the Event sheet names, by loose key.
    mapped: BTreeSet<String>,
}

/// The meaning of a preset's column.
pub(super) fn preset_meaning(key: &str) -> String {
    format!("preset:{key}")
}

impl Dictionary {
    pub(super) fn new(custom: &[(String, String)], columns: &[PresetColumn]) -> Self {
        let mut dictionary = Self::default();
        for (name, synonyms) in SYNONYMS {
            dictionary.add(name, name);
            for synonym in *synonyms {
                dictionary.add(synonym, name);
            }
        }
        for column in columns {
            let meaning = preset_meaning(&column.key);
            for header in std::iter::once(&column.name).chain(&column.also) {
                dictionary.add(header, &meaning);
            }
        }
        for (wanted, heading) in custom {
            if let Some(meaning) = dictionary.meanings.get(&loose_key(wanted)).cloned() {
                dictionary.add(heading, &meaning);
                dictionary.mapped.insert(loose_key(heading));
            }
        }
        dictionary
    }

    fn add(&mut self, header: &str, meaning: &str) {
        self.meanings.insert(loose_key(header), meaning.to_owned());
    }

    /// Says whether a heading means anything.
    pub(super) fn knows(&self, heading: &Value) -> bool {
        matches!(heading, Value::Text(text) if self.meaning(text).is_some())
    }

    /// Says whether a row has a heading that the Event sheet names.
    fn maps_one_of(&self, row: &Row) -> bool {
        let mut texts = row.cells.iter().filter_map(|cell| match &cell.value {
            Value::Text(text) => Some(loose_key(text)),
            _ => None,
        });
        texts.any(|key| self.mapped.contains(&key))
    }

    /// Says what a header means, and the number after it (`VP 2`), where it
    /// is one of several players in a row.
    fn meaning(&self, text: &str) -> Option<Meaning> {
        let key = loose_key(text);
        if let Some(meaning) = self.meanings.get(&key) {
            return Some((meaning.clone(), None));
        }
        let digits = key.chars().rev().take_while(char::is_ascii_digit).count();
        let (word, number) = key.split_at_checked(key.len() - digits)?;
        let number = number
            .parse()
            .ok()
            .filter(|number| (1..=MOST_IN_ROW).contains(number))?;
        Some((self.meanings.get(word)?.clone(), Some(number)))
    }
}

/// The most players of one row.
pub(super) const MOST_IN_ROW: u32 = 12;

/// A meaning, and which of a row's players it is about.
type Meaning = (String, Option<u32>);

/// The header row of a sheet: which column means what.
#[derive(Clone, Debug, Default)]
pub(super) struct Headers {
    pub(super) row: u32,
    /// By the number behind it, then by meaning; every cell of a sheet asks.
    columns: BTreeMap<Option<u32>, BTreeMap<String, u32>>,
}

impl Headers {
    fn column(&self, meaning: &str, number: Option<u32>) -> Option<u32> {
        self.columns.get(&number)?.get(meaning).copied()
    }

    pub(super) fn col(&self, meaning: &str) -> Option<u32> {
        self.column(meaning, None)
    }

    /// Gives the column of one of a row's players.
    pub(super) fn col_of(&self, meaning: &str, number: u32) -> Option<u32> {
        self.column(meaning, Some(number))
    }

    pub(super) fn has(&self, meaning: &str) -> bool {
        self.col(meaning).is_some()
    }

    /// Gives the columns that are known, from left to right, but for those of
    /// some meanings.
    pub(super) fn known_columns(&self, but: &[&str]) -> BTreeSet<u32> {
        let kept = self.columns.values().flatten();
        let kept = kept.filter(|(meaning, _)| !but.contains(&meaning.as_str()));
        kept.map(|(_, col)| *col).collect()
    }

    pub(super) fn has_name(&self) -> bool {
        self.has("name") || self.has("first") || self.has("last")
    }

    /// Gives how many players stand in a row (`Player 1`, `Player 2`, ...);
    /// none where each has a row.
    pub(super) fn players_in_row(&self) -> Option<u32> {
        let named = |columns: &BTreeMap<String, u32>| {
            columns.contains_key("name") || columns.contains_key("id")
        };
        let numbered = self.columns.iter().filter(|(_, columns)| named(columns));
        numbered.filter_map(|(number, _)| *number).max()
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
        for columns in self.columns.values_mut() {
            if !columns.contains_key("vp")
                && let Some(col) = columns.remove("points")
            {
                columns.insert("vp".to_owned(), col);
            }
        }
    }
}

/// Finds the header row among the first 25: at least two known headers, or a
/// name header that stands alone. Two columns of one meaning are told.
pub(super) fn find(
    grid: &Grid,
    dictionary: &Dictionary,
    findings: &mut Vec<Finding>,
) -> Option<Headers> {
    for row in first_rows(grid) {
        let known = known_in(row, dictionary);
        let lone_name = row.cells.len() == 1
            && known
                .iter()
                .any(|((meaning, _), _)| meaning == "name" || meaning == "first");
        let different = known
            .iter()
            .any(|(meaning, _)| known.first().is_some_and(|(first, _)| first != meaning));
        if !different && !lone_name && !dictionary.maps_one_of(row) {
            continue;
        }
        return Some(headers_of(grid, row, known, findings));
    }
    None
}

/// A form's list has questions for headings; a plain name header among them
/// is enough where the sheet is known to be a player list.
pub(super) fn find_in_list(
    grid: &Grid,
    dictionary: &Dictionary,
    findings: &mut Vec<Finding>,
) -> Option<Headers> {
    let row = first_rows(grid).next()?;
    let known = known_in(row, dictionary);
    let all_texts = row
        .cells
        .iter()
        .all(|cell| matches!(cell.value, Value::Text(_)));
    let named = known.iter().any(|((meaning, number), _)| {
        number.is_none() && ["name", "first"].contains(&meaning.as_str())
    });
    (all_texts && named).then(|| headers_of(grid, row, known, findings))
}

/// The rows among which the header may be.
fn first_rows(grid: &Grid) -> impl Iterator<Item = &Row> {
    grid.rows.iter().take_while(|row| row.index < 25)
}

fn headers_of(
    grid: &Grid,
    row: &Row,
    known: Vec<(Meaning, u32)>,
    findings: &mut Vec<Finding>,
) -> Headers {
    let mut headers = Headers {
        row: row.index,
        columns: BTreeMap::new(),
    };
    for ((meaning, number), col) in known {
        let columns = headers.columns.entry(number).or_default();
        if let Some(earlier) = columns.get(&meaning) {
            let message = format!(
                "this header means the same as the one in cell {}",
                crate::model::CellRef::new(row.index, *earlier)
            );
            findings.push(
                Finding::error(Code::DuplicateHeader, grid.at(row.index, col), message)
                    .help("keep one of the two columns, or rename one"),
            );
        } else {
            columns.insert(meaning, col);
        }
    }
    headers
}

fn known_in(row: &Row, dictionary: &Dictionary) -> Vec<(Meaning, u32)> {
    let cells = row.cells.iter().filter_map(|cell| match &cell.value {
        Value::Text(text) => dictionary.meaning(text).map(|meaning| (meaning, cell.col)),
        _ => None,
    });
    cells.collect()
}

/// Says whether a row repeats the header line: the same headers in the same
/// columns. A player may be called "Player 1".
pub(super) fn repeats(row: &Row, headers: &Headers, dictionary: &Dictionary) -> bool {
    let same = |cell: &Cell| {
        let Value::Text(text) = &cell.value else {
            return false;
        };
        let meaning = dictionary.meaning(text);
        meaning.is_some_and(|(meaning, number)| headers.column(&meaning, number) == Some(cell.col))
    };
    row.cells.len() >= 2 && row.cells.iter().all(same)
}

/// Says whether a row is one of totals or a footnote: its first cell begins
/// with a word of totals, and what follows is no name.
pub(super) fn is_footnote(row: &Row) -> bool {
    /// Words that may also be somebody's name.
    const TOTALS: [&str; 6] = ["total", "sum", "summe", "gesamt", "kopa", "summa"];
    const EXPORTS: [&str; 2] = ["exported", "exportiert"];
    let Some(Value::Text(text)) = row.cells.first().map(|cell| &cell.value) else {
        return false;
    };
    // A word of totals is a footnote at the row's start; a player called so
    // would stand behind a table or an ID.
    let mut words = text.split_whitespace();
    let first = loose_key(words.next().unwrap_or_default());
    EXPORTS.contains(&first.as_str())
        || TOTALS.contains(&first.as_str()) && !(could_be_names(text) && words.all(is_name_part))
}

/// `Sum Wai` is somebody; `Total: 12`, `Total` and `Total VP` are not.
fn could_be_names(text: &str) -> bool {
    text.split_whitespace().nth(1).is_some() && !text.contains(|c: char| c.is_numeric() || c == ':')
}

/// A word as it stands in names: a capital letter first, and nothing that is
/// counted.
fn is_name_part(word: &str) -> bool {
    const COUNTED: [&str; 16] = [
        "players",
        "spieler",
        "teilnehmer",
        "participants",
        "tables",
        "tische",
        "rounds",
        "runden",
        "games",
        "partien",
        "score",
        "scores",
        "punkte",
        "points",
        "vp",
        "sp",
    ];
    word.starts_with(char::is_uppercase)
        && word.chars().any(char::is_lowercase)
        && !COUNTED.contains(&loose_key(word).as_str())
}
