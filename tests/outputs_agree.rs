//! What a player reads is the same everywhere: on the list by name, the list
//! by table, the score sheet, the round sheet and in the machine forms.

use std::collections::BTreeMap;

use crate::harness::{Test, event, rows};

/// Player to table and seat.
type Places = BTreeMap<String, (String, String)>;

/// The text between two marks, for each time they stand in a text.
fn between<'a>(text: &'a str, start: &str, end: &str) -> Vec<&'a str> {
    let parts = text.split(start).skip(1);
    parts.map(|part| part.split(end).next().unwrap()).collect()
}

fn plain(html: &str) -> String {
    html.replace("<strong>", "").replace("</strong>", "")
}

fn by_name(page: &str) -> Places {
    let list = page.split("class=\"by-table\"").next().unwrap();
    let lines = between(list, "<li><span class=\"who\"><bdi>", "</li>");
    let place = |line: &&str| {
        let name = plain(line.split("</bdi>").next().unwrap());
        let numbers = between(line, "<b>", "</b>");
        (name, (numbers[0].to_owned(), numbers[1].to_owned()))
    };
    lines.iter().map(place).collect()
}

fn by_table(page: &str) -> Places {
    let cards = page.split("class=\"by-table\"").nth(1).unwrap();
    let mut places = Places::new();
    for card in between(cards, "<section class=\"card\"><h3>Table ", "</section>") {
        let number: String = card.chars().take_while(char::is_ascii_digit).collect();
        let chairs = between(card, "<span class=\"chair\">", "</bdi>");
        for chair in chairs {
            let (seat, name) = chair.split_once("</span><bdi>").unwrap();
            places.insert(name.to_owned(), (number.clone(), seat.to_owned()));
        }
    }
    places
}

fn score_sheets(page: &str) -> Places {
    let mut places = Places::new();
    for sheet in between(
        page,
        "<section class=\"sheet\" aria-label=\"Table ",
        "</section>",
    ) {
        let number: String = sheet.chars().take_while(char::is_ascii_digit).collect();
        let seats = between(
            sheet,
            "<span class=\"seat\"><small>Seat</small><b>",
            "</bdi>",
        );
        for seat in seats {
            let (seat, rest) = seat.split_once("</b>").unwrap();
            let name = rest.split("<bdi>").nth(1).unwrap();
            places.insert(name.to_owned(), (number.clone(), seat.to_owned()));
        }
    }
    places
}

fn round_sheet(text: &str) -> Places {
    let all = rows(text);
    let column = |name: &str| all[0].iter().position(|header| header == name).unwrap();
    let (table, seat, player) = (column("Table"), column("Seat"), column("Player"));
    let place = |row: &Vec<String>| (row[player].clone(), (row[table].clone(), row[seat].clone()));
    all[1..].iter().map(place).collect()
}

fn type_plain_results(test: &Test, round: u32) {
    let name = format!("open/round-{round}.csv");
    let typed = crate::harness::type_results(&test.read(&name), &["10", "8", "6", "5"]);
    test.write(&name, typed);
}

#[test]
fn wf17_every_printout_has_the_same_table_and_seat() {
    let names: Vec<String> = (1..=39)
        .map(|at| format!("Name{at:02} Family{:02}", 40 - at))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let test = event("catan-at", "", &names);
    for round in 1..=3 {
        test.runs("run open --as csv");
        let sheet = round_sheet(&test.read(&format!("open/round-{round}.csv")));
        assert_eq!(sheet.len(), 39);
        let seating = test.read(&format!("open/out/seating-round-{round}.html"));
        assert_eq!(by_name(&seating), sheet, "by name, round {round}");
        assert_eq!(by_table(&seating), sheet, "by table, round {round}");
        let sheets = test.read(&format!("open/out/score-sheets-round-{round}.html"));
        assert_eq!(score_sheets(&sheets), sheet, "score sheets, round {round}");
        type_plain_results(&test, round);
    }
    test.runs("run open --as csv");
    let standings = test.json("open/out/standings.json");
    for round in 1..=3 {
        let sheet = round_sheet(&test.read(&format!("open/round-{round}.csv")));
        for line in standings["standings"].as_array().unwrap() {
            let game = line["rounds"]
                .as_array()
                .unwrap()
                .iter()
                .find(|game| game["round"] == round)
                .unwrap();
            let place = (game["table"].to_string(), game["seat"].to_string());
            assert_eq!(sheet[line["name"].as_str().unwrap()], place);
        }
    }
}

#[test]
fn wf23_names_stand_in_the_order_of_the_language_and_the_bye_at_the_end() {
    let names = [
        "Zane Zander",
        "Ina Āboliņš",
        "Max Äbel",
        "Eva Abel",
        "Leo Berg",
    ];
    for (lang, order) in [
        (
            "de",
            [
                "Eva Abel",
                "Max Äbel",
                "Ina Āboliņš",
                "Leo Berg",
                "Zane Zander",
            ],
        ),
        (
            "lv",
            [
                "Eva Abel",
                "Max Äbel",
                "Ina Āboliņš",
                "Leo Berg",
                "Zane Zander",
            ],
        ),
    ] {
        let test = event("carcassonne-lv", &format!("Language,{lang}\n"), &names);
        test.runs("run open --as csv");
        let page = test.read("open/out/seating-round-1.html");
        let list = plain(page.split("class=\"by-table\"").next().unwrap());
        let at = |name: &str| {
            list.find(name)
                .unwrap_or_else(|| panic!("{name} is missing"))
        };
        let bye = rows(&test.read("open/round-1.csv"))
            .into_iter()
            .find(|row| row[2] == "bye")
            .unwrap()[5]
            .clone();
        let seated: Vec<&str> = order.into_iter().filter(|name| *name != bye).collect();
        for pair in seated.windows(2) {
            assert!(at(pair[0]) < at(pair[1]), "{lang}: {pair:?}");
        }
        assert!(
            seated.iter().all(|name| at(name) < at(&bye)),
            "{lang}: {bye} has the bye"
        );
        assert!(!list.contains("Tisch <b>0</b>") && !list.contains("Galds <b>0</b>"));
    }
}
