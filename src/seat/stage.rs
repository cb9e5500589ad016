//! Draws of a stage after the cut: who sits at which table, and where. Knows
//! keys of players and sizes of tables, nothing of ranks.

use super::draw::Draw;

/// Draws players over tables of the sizes given, seats within each table, or
/// both. The draw depends on the seed, the purpose and the players' keys, and
/// not on the order in which they come.
#[must_use]
pub fn draw_stage<T: Copy>(
    seed: &str,
    purpose: &str,
    tables: &[Vec<(String, T)>],
    over_tables: bool,
    over_seats: bool,
) -> Vec<Vec<T>> {
    let mut draw = Draw::new(seed, &format!("stage {purpose}"));
    let mut laid: Vec<Vec<(String, T)>> = tables.to_vec();
    if over_tables {
        let mut all: Vec<(String, T)> = tables.iter().flatten().cloned().collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        draw.shuffle(&mut all);
        let mut rest = all.into_iter();
        for table in &mut laid {
            let size = table.len();
            *table = rest.by_ref().take(size).collect();
        }
    }
    if over_seats {
        for table in &mut laid {
            table.sort_by(|a, b| a.0.cmp(&b.0));
            draw.shuffle(table);
        }
    }
    laid.into_iter()
        .map(|table| table.into_iter().map(|(_, player)| player).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(names: &[&str]) -> Vec<(String, usize)> {
        names
            .iter()
            .map(|name| ((*name).to_owned(), name.len()))
            .collect()
    }

    #[test]
    fn a_draw_does_not_depend_on_the_order_of_entry() {
        let one = [
            table(&["a", "bb", "ccc"]),
            table(&["dddd", "eeeee", "ffffff"]),
        ];
        let other = [
            table(&["ffffff", "a", "eeeee"]),
            table(&["ccc", "dddd", "bb"]),
        ];
        let draw =
            |tables: &[Vec<(String, usize)>]| draw_stage("dice", "semifinal", tables, true, true);
        assert_eq!(draw(&one), draw(&other));
        let mut all: Vec<usize> = draw(&one).concat();
        all.sort_unstable();
        assert_eq!(all, [1, 2, 3, 4, 5, 6]);
        assert_eq!(
            draw_stage("dice", "final", &one, false, false),
            [[1, 2, 3], [4, 5, 6]]
        );
    }
}
