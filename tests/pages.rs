//! The pages as they come out of a printer: every table and player once,
//! nothing split, nothing cut, in each size and language.

use std::collections::BTreeMap;

use crate::harness::{Test, rows, type_results};
use crate::tools;

const LONG: &str = "Aleksandrs Konstantinopolskis-Zemgalietis fon Rīga";
const NAMES: [&str; 8] = [
    LONG,
    "Мария Иванова",
    "Γεώργιος Παπαδόπουλος",
    "Žaneta Šķēle",
    "محمد عبد الله",
    "Nguyễn Thị Khai",
    "O’Connor Siobhán",
    "Anna & Ben <Berg>",
];

fn event(players: usize, preset: &str) -> Test {
    let mut names: Vec<String> = NAMES.iter().map(|name| (*name).to_owned()).collect();
    let letter = |at: usize| char::from(b'a' + (at % 26) as u8);
    names.extend(
        (names.len()..players).map(|at| format!("Kim X{}{}q", letter(at / 26), letter(at))),
    );
    names.truncate(players);
    let settings =
        format!("Setting,Value\nName,Open\nDate,2026-05-02\nPreset,{preset}\nSeed,dice\n");
    Test::new()
        .file("open/event.csv", settings)
        .file("open/players.csv", format!("Name\n{}\n", names.join("\n")))
}

/// Each table's sheet code with the IDs of its players.
fn tables(test: &Test, round: u32) -> BTreeMap<String, Vec<String>> {
    let rows = rows(&test.read(&format!("open/round-{round}.csv")));
    let at = |name: &str| rows[0].iter().position(|header| header == name).unwrap();
    let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in &rows[1..] {
        tables
            .entry(row[at("Sheet")].clone())
            .or_default()
            .push(row[at("ID")].clone());
    }
    tables
}

fn words(page: &str) -> Vec<&str> {
    page.split_whitespace().collect()
}

#[test]
fn each_score_sheet_lies_whole_on_one_page() {
    if !tools::have(&["chromium", "pdftotext"]) {
        return;
    }
    let test = event(92, "catan-mso");
    for (paper, per_page) in [
        ("a4", 1),
        ("letter", 1),
        ("a4", 2),
        ("letter", 2),
        ("a4", 4),
        ("letter", 4),
    ] {
        test.runs(&format!("run open --paper {paper} --per-page {per_page}"));
        let tables = tables(&test, 1);
        assert_eq!(tables.len(), 23);
        let pages = tools::printed(&test.path("open/out/score-sheets-round-1.html"));
        assert_eq!(
            pages.len(),
            23usize.div_ceil(per_page),
            "{paper} {per_page}"
        );
        for (code, players) in &tables {
            let on: Vec<Vec<&str>> = pages
                .iter()
                .map(|page| words(page))
                .filter(|words| words.contains(&code.as_str()))
                .collect();
            assert_eq!(on.len(), 1, "{code} on {paper}, {per_page} a page");
            for player in players {
                let times = on[0]
                    .iter()
                    .filter(|word| **word == player.as_str())
                    .count();
                assert_eq!(times, 1, "{player} of {code} on {paper}, {per_page} a page");
            }
        }
        // The last line of each sheet is there: nothing is cut off below.
        let judges = pages
            .iter()
            .flat_map(|page| words(page))
            .filter(|word| *word == "Judge");
        assert_eq!(judges.count(), 23, "{paper} {per_page}");
    }
}

#[test]
fn sheets_with_many_boxes_fit_in_every_size_and_language() {
    if !tools::have(&["chromium", "pdftotext"]) {
        return;
    }
    for preset in ["catan-custom", "carcassonne-lv", "catan-ck-wbc"] {
        let test = event(22, preset);
        for (lang, judge, times, per_page) in [
            ("en", "Judge", 1, 1),
            ("de", "Schiedsrichter", 2, 4),
            ("lv", "Tiesnesis", 1, 2),
        ] {
            test.runs(&format!("run open --lang {lang} --per-page {per_page}"));
            let tables = tables(&test, 1).len();
            let pages = tools::printed(&test.path("open/out/score-sheets-round-1.html"));
            assert_eq!(pages.len(), tables.div_ceil(per_page), "{preset} {lang}");
            let judges = pages
                .iter()
                .flat_map(|page| words(page))
                .filter(|word| *word == judge);
            assert_eq!(judges.count(), tables * times, "{preset} {lang}");
        }
    }
}

#[test]
fn the_seating_list_has_everybody_by_name_and_by_table() {
    if !tools::have(&["chromium", "pdftotext"]) {
        return;
    }
    let test = event(90, "catan-mso");
    for paper in ["a4", "letter"] {
        test.runs(&format!("run open --paper {paper}"));
        let pages = tools::printed(&test.path("open/out/seating-round-1.html"));
        let all = pages.join(" ");
        for at in 8..90 {
            let letter = |at: usize| char::from(b'a' + (at % 26) as u8);
            let name = format!("X{}{}q", letter(at / 26), letter(at));
            let times = words(&all).iter().filter(|word| **word == name).count();
            assert_eq!(times, 2, "{name} on {paper}");
        }
        assert!(all.contains("Tables of three: 22, 23"), "{all}");
        let numbered = format!("{}/{}", pages.len(), pages.len());
        let last = words(pages.last().unwrap()).concat();
        assert!(last.ends_with(&numbered), "page numbers: {last}");
    }
}

#[test]
fn names_are_never_cut_on_the_standings() {
    if !tools::have(&["chromium", "pdftotext"]) {
        return;
    }
    let test = event(40, "catan-mso");
    test.runs("run open");
    for round in 1..=2 {
        let name = format!("open/round-{round}.csv");
        test.write(
            &name,
            type_results(&test.read(&name), &["10", "8", "6", "5"]),
        );
        test.runs("run open");
    }
    let pages = tools::printed(&test.path("open/out/standings.html"));
    // Words of a long name may stand on two lines, but each is whole.
    let all = pages.join(" ");
    for word in LONG
        .split([' ', '-'])
        .chain(["Παπαδόπουλος", "Иванова", "Šķēle", "<Berg>"])
    {
        assert!(all.contains(word), "{word}: {all}");
    }
    assert!(all.contains("After 2 of 3 rounds"));
    assert!(all.contains("2 May 2026"));
}

/// What must lie where on a score sheet, as a browser says it.
const LAID_OUT: &str = r"
const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
const inside = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
const box = element => element.getBoundingClientRect();
const lines = element => [...element.getClientRects()];
for (const sheet of document.querySelectorAll('section.sheet')) {
  const code = sheet.querySelector('.code p').textContent;
  for (const part of sheet.querySelectorAll('h2, header p, .qr, li, bdi, .boxes i, .boxes small, .sign, .sign i, footer li, .judge'))
    if (!inside(box(part), box(sheet)) || !inside(box(sheet), box(sheet.closest('.page'))))
      tell(`${code}: ${part.className || part.tagName} ${part.textContent} lies outside`);
  const blocks = [sheet.querySelector('header'), ...sheet.querySelectorAll('.seats > li'), sheet.querySelector('footer')];
  for (let at = 1; at < blocks.length; at++)
    if (!apart(box(blocks[at - 1]), box(blocks[at]))) tell(`${code}: row ${at} is overlapped`);
  for (const row of sheet.querySelectorAll('.seats > li')) {
    const parts = [row.querySelector('.seat b'), row.querySelector('.who bdi'), row.querySelector('.who small'), ...row.querySelectorAll('.boxes i'), row.querySelector('.sign i')];
    for (const a of parts) {
      if (!inside(box(a), box(row))) tell(`${code}: ${a.className || a.tagName} ${a.textContent} leaves its row`);
      for (const b of parts) if (a !== b && lines(a).some(line => lines(b).some(other => !apart(line, other)))) tell(`${code}: ${a.textContent} is overlapped`);
    }
  }
  const rows = sheet.querySelectorAll('.seats > li').length;
  if (rows !== sheet.querySelectorAll('.sign i').length) tell(`${code}: a signature is missing`);
  const shown = new Set([...sheet.querySelectorAll('.who bdi')].map(name => name.innerText));
  if (shown.size !== rows) tell(`${code}: two players look alike`);
}";

#[test]
fn wf21_long_texts_stay_within_their_sheet() {
    if !tools::have(&["chromium"]) {
        return;
    }
    let title = "Open Championship of the Settlers and Followers of the Whole Northern and Southern Regions";
    assert_eq!(title.len(), 90);
    let name = "Maximiliane-Theodora von und zu Hohenstein-Krattenberg";
    let unbroken = "Krattenberghohensteinmaximilianetheodoravonundzuhohen";
    let club = "Brettspielfreundeundfreundinnenamniederr";
    assert_eq!(club.len(), 40);
    let players: Vec<String> = ('a'..='f')
        .flat_map(|last| [format!("{name}{last}"), format!("{unbroken}{last}")])
        .map(|name| format!("{name},{club}"))
        .collect();
    for preset in [
        "catan-mso",
        "catan-custom",
        "catan-ck-wbc",
        "carcassonne-lv",
        "pods",
    ] {
        let settings = format!("Setting,Value\nName,{title}\nPreset,{preset}\nSeed,dice\n");
        let test = Test::new().file("open/event.csv", settings).file(
            "open/players.csv",
            format!("Name,Club\n{}\n", players.join("\n")),
        );
        for per_page in [1, 2, 4] {
            for lang in ["en", "de", "lv"] {
                test.runs(&format!("run open --per-page {per_page} --lang {lang}"));
                let page = test.path("open/out/score-sheets-round-1.html");
                let none: [&str; 0] = [];
                let told = tools::looked_at(&page, LAID_OUT);
                assert_eq!(told, none, "{preset}, {per_page} a page, {lang}");
                let html = test.read("open/out/score-sheets-round-1.html");
                for player in &players {
                    let name = player.split(',').next().unwrap();
                    assert_eq!(html.matches(&format!(">{name}</bdi>")).count(), 1);
                }
            }
        }
    }
}

#[test]
fn pages_need_nothing_from_outside_and_no_script() {
    let test = event(13, "catan-mso");
    test.runs("run open");
    for page in ["standings", "seating-round-1", "score-sheets-round-1"] {
        let html = test.read(&format!("open/out/{page}.html"));
        for wrong in ["<script", "src=", "@import", "url(", "href="] {
            assert!(!html.contains(wrong), "{page} has {wrong}");
        }
        assert!(html.contains("<html lang=\"en\">"), "{page}");
        assert_eq!(html.matches("<h1").count(), 1, "{page}");
        assert!(
            html.contains("<bdi>محمد عبد الله</bdi>")
                || html.contains("محمد عبد <strong>الله</strong>"),
            "{page}"
        );
        assert!(!html.contains("<Berg>"), "{page}");
    }
    test.runs("run open --kiosk");
    let html = test.read("open/out/standings.html");
    assert!(html.contains("location.reload()"));
    assert!(
        !test
            .read("open/out/seating-round-1.html")
            .contains("<script")
    );
}

#[test]
fn templates_of_a_folder_win_over_ours_and_broken_ones_are_told() {
    let test = event(13, "catan-mso").file("mine/seating.html", "<p>{{ event }} in our club</p>\n");
    test.runs("run open --templates mine");
    assert_eq!(
        test.read("open/out/seating-round-1.html"),
        "<p>Open in our club</p>\n"
    );
    assert!(test.read("open/out/standings.html").contains("<table"));
    let before = test.snapshot("open");
    test.write("mine/seating.html", "<p>\n{{ event }\n");
    let ran = test.run("run open --templates mine --format json");
    assert_eq!(ran.status, 1, "{}", ran.stdout);
    let problem = ran.json()["problems"]
        .as_array()
        .unwrap()
        .iter()
        .find(|problem| problem["code"] == "bad-template")
        .unwrap()["message"]
        .to_string();
    assert!(problem.contains("seating.html:2"), "{problem}");
    assert_eq!(test.snapshot("open"), before);
    assert_eq!(test.run("run open --templates nowhere").status, 3);
}
