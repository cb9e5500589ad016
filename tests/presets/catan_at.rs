//! Austria: 5-3-2-1 split; VP, then share.

use super::{FOUR, table};
use crate::harness::event;

#[test]
fn points_then_vp_then_share() {
    let sheet = format!(
        "Table,Player,VP,Winner\n{}{}",
        table(
            1,
            &[("Ann", "11,"), ("Ben", "8,"), ("Cem", "8,"), ("Dea", "5,")]
        ),
        table(2, &[("Eva", "10,"), ("Fin", "9,"), ("Gil", "5,")])
    );
    let names = ["Ann", "Ben", "Cem", "Dea", "Eva", "Fin", "Gil"];
    let standings = event("catan-at", "", &names).round(1, &sheet).standings();
    assert_eq!(
        standings.games(&FOUR, 1, "points"),
        ["5", "5/2", "5/2", "1"]
    );
    assert_eq!(standings.games(&["Ann"], 1, "vp"), ["10"]);
    assert_eq!(
        standings.0["criteria"],
        serde_json::json!(["points", "vp", "share_mean", "lot"])
    );
    // 10 of 24 is more than 10 of 31.
    assert_eq!(&standings.order()[..3], ["Eva", "Ann", "Fin"]);
    assert_eq!(standings.lines()[0]["decided_by"], "share_mean");
}
