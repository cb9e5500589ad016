//! IN01, IN03, IN05: bytes, delimiters and encodings.

use tabletally::model::Severity;

use super::{players, told, understood};
use crate::harness::{Test, event};

#[test]
fn in01_a_mark_before_the_text_is_no_part_of_the_first_header() {
    let text = "Name;Club\r\nAnna Berg;North\r\nBen Ode;South\r\n";
    let wide = |text: &str, order: fn(u16) -> [u8; 2]| -> Vec<u8> {
        text.encode_utf16().flat_map(order).collect()
    };
    let tabs = text.replace(';', "\t");
    for (what, bytes) in [
        ("UTF-8", format!("\u{feff}{text}").into_bytes()),
        (
            "UTF-16, little end first",
            wide(&format!("\u{feff}{tabs}"), u16::to_le_bytes),
        ),
        (
            "UTF-16, big end first",
            wide(&format!("\u{feff}{tabs}"), u16::to_be_bytes),
        ),
        (
            "a mark and quotes",
            "\u{feff}\"Name\";\"Club\"\r\n\"Anna Berg\";\"North\"\r\n\"Ben Ode\";\"South\"\r\n"
                .into(),
        ),
        (
            "a mark and sep=",
            format!("\u{feff}sep=;\r\n{text}").into_bytes(),
        ),
        ("two marks", format!("\u{feff}\u{feff}{text}").into_bytes()),
        (
            "a mark and an empty line",
            format!("\u{feff}\r\n{text}").into_bytes(),
        ),
    ] {
        let (event, findings) = understood("pods", &[("players.csv", &bytes)]);
        assert_eq!(
            players(&event),
            ["Anna Berg|North", "Ben Ode|South"],
            "{what}"
        );
        for severity in [Severity::Error, Severity::Warning] {
            assert_eq!(told(&findings, severity), Vec::<String>::new(), "{what}");
        }
    }
}

#[test]
fn in03_each_file_has_its_own_delimiter_and_a_decimal_comma_stays_in_its_cell() {
    let toml = "base = \"pods\"\ntitle = \"Ours\"\nvp_whole = false\ncriteria = [\"vp\"]\nmin_players = 4\n";
    let four = ["Anna Berg", "Ben Ode", "Cem Kaya", "Dora Lind"];
    let play = |second: &str, third: (&str, &str)| {
        event("mine.toml", "Rounds,3\n", &four)
            .file("open/mine.toml", toml)
            .round(
                1,
                "Table,Seat,Player,VP\n1,1,Anna Berg,10\n1,2,Ben Ode,1\n1,3,Cem Kaya,2\n1,4,Dora Lind,3\n",
            )
            .round(2, second)
            .file(&format!("open/{}", third.0), third.1)
            .standings()
            .value("Anna Berg", "vp")
    };
    let tabs = "Table\tSeat\tPlayer\tVP\n1\t1\tAnna Berg\t4\n1\t2\tBen Ode\t1\n1\t3\tCem Kaya\t2\n1\t4\tDora Lind\t3\n";
    let second =
        "Table;Seat;Player;VP\n1;1;Anna Berg;7,5\n1;2;Ben Ode;1\n1;3;Cem Kaya;2\n1;4;Dora Lind;3\n";
    let third = ("round-3.txt", tabs);
    assert_eq!(play(second, third), "43/2");
    let quoted = second.replace(';', ",").replace("7,5", "\"7,5\"");
    assert_eq!(play(&quoted, third), "43/2", "quoted, between commas");
    assert_eq!(
        play(&second.replace(';', "|"), third),
        "43/2",
        "between bars"
    );
    let said = format!("sep=;\n{second}");
    assert_eq!(play(&said, third), "43/2", "a first line sep=;");
    let every = second
        .replace(";1\n", ";1,0\n")
        .replace(";2\n", ";2,0\n")
        .replace(";3\n", ";3,0\n");
    assert_eq!(play(&every, third), "43/2", "a comma in every row");
    let titled = format!("Round 2, played in Berlin, Saturday\n{second}");
    assert_eq!(play(&titled, third), "43/2", "a title with commas above");
    let tsv = ("round-3.tsv", tabs);
    assert_eq!(play(second, tsv), "43/2", "named .tsv");
}

#[test]
fn in05_text_that_is_no_utf8_is_read_and_told() {
    let latin: &[u8] = b"Name,Club\r\nBj\xf8rn Lund,\xd8st\r\nRen\xe9e M\xfcller,S\xfcd\r\n";
    let utf8 = "Name,Club\r\nBjørn Lund,Øst\r\nRenée Müller,Süd\r\n";
    let round = "Table,Player,VP\n1,Bjørn Lund,9\n1,Renée Müller,8\n";
    let decomposed = round.replace('é', "e\u{301}").replace('ü', "u\u{308}");
    let latin_round: &[u8] = b"Table,Player,VP\n1,Bj\xf8rn Lund,9\n1,Ren\xe9e M\xfcller,8\n";
    let mac_lines = utf8.replace("\r\n", "\r");
    for (what, list, results, guessed) in [
        ("the list is Windows-1252", latin, round.as_bytes(), true),
        ("both are", latin, latin_round, true),
        ("only the results are", utf8.as_bytes(), latin_round, true),
        ("none is", utf8.as_bytes(), round.as_bytes(), false),
        ("decomposed results", latin, decomposed.as_bytes(), true),
        (
            "old line ends",
            mac_lines.as_bytes(),
            round.as_bytes(),
            false,
        ),
    ] {
        let (event, findings) = understood(
            "carcassonne-lv",
            &[("players.csv", list), ("round-1.csv", results)],
        );
        assert_eq!(
            players(&event),
            ["Bjørn Lund|Øst", "Renée Müller|Süd"],
            "{what}"
        );
        assert_eq!(
            told(&findings, Severity::Error),
            Vec::<String>::new(),
            "{what}"
        );
        let notes = told(&findings, Severity::Note);
        assert_eq!(
            notes.contains(&"encoding-guessed -".to_owned()),
            guessed,
            "{what}: {notes:?}"
        );
        let seated: Vec<usize> = event.rounds[0].tables[0]
            .seats
            .iter()
            .map(|seat| seat.player)
            .collect();
        assert_eq!(seated, [0, 1], "{what}");
    }
    // Outputs are UTF-8, with the letters as they were.
    let test = Test::new()
        .file(
            "open/event.csv",
            "Setting,Value\nPreset,carcassonne-lv\nSeed,dice\n",
        )
        .file("open/players.csv", latin)
        .file("open/round-1.csv", round);
    test.runs("run open --as csv");
    let standings = std::fs::read(test.path("open/out/standings.csv")).unwrap();
    let text = String::from_utf8(standings).unwrap();
    assert!(
        text.contains("Bjørn Lund,Øst") && text.contains("Renée Müller,Süd"),
        "{text}"
    );
}
