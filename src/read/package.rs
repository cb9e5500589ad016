//! What the two packed forms of Excel (XML and binary) have in common: where
//! the parts of a workbook are, and whose workbook it is. Understands no cell.

use std::collections::BTreeMap;

use super::limits::{Allowance, MOST_THINGS, Refusal};
use super::packed::Packed;
use super::xml::{Node, Nodes, attribute};

/// Marks our own standings workbook, which is never read as a sheet.
pub(super) const STANDINGS_KEYWORD: &str = "tabletally-standings";

/// A part that a workbook refers to.
pub(super) struct Target {
    /// The part's name.
    pub(super) part: String,
    /// The last word of the relation's type: `worksheet`, `styles`.
    pub(super) kind: String,
}

/// Names the workbook's main part.
pub(super) fn main_part(
    packed: &mut Packed<'_>,
    allowance: &mut Allowance,
) -> Result<Option<String>, Refusal> {
    let targets = relations(packed, "", allowance)?;
    let main = targets
        .into_values()
        .find(|target| target.kind == "officeDocument")
        .map(|target| target.part);
    let usual = ["xl/workbook.xml", "xl/workbook.bin"];
    Ok(main.filter(|part| packed.has(part)).or_else(|| {
        usual
            .iter()
            .find(|part| packed.has(part))
            .map(|part| (*part).to_owned())
    }))
}

/// Reads what a part refers to, by its identifier.
pub(super) fn relations(
    packed: &mut Packed<'_>,
    part: &str,
    allowance: &mut Allowance,
) -> Result<BTreeMap<String, Target>, Refusal> {
    let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
    let list = resolve(folder, &format!("_rels/{name}.rels"));
    let mut targets = BTreeMap::new();
    let Some(text) = packed.xml(&list, allowance)? else {
        return Ok(targets);
    };
    let mut nodes = Nodes::new(&text);
    loop {
        match nodes.next()? {
            Node::Open(tag) if tag.local_name().as_ref() == "Relationship" => {
                let (Some(id), Some(kind), Some(target)) = (
                    attribute(&tag, "Id"),
                    attribute(&tag, "Type"),
                    attribute(&tag, "Target"),
                ) else {
                    continue;
                };
                let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
                let part = resolve(folder, &target);
                if targets.len() < MOST_THINGS {
                    targets.insert(id.into_owned(), Target { part, kind });
                }
            }
            Node::End => return Ok(targets),
            _ => {}
        }
    }
}

/// Finds the part of one kind.
pub(super) fn of_kind<'t>(targets: &'t BTreeMap<String, Target>, kind: &str) -> Option<&'t str> {
    let found = targets.values().find(|target| target.kind == kind)?;
    Some(&found.part)
}

/// Gives a part's whole name. One that leads out of the workbook leads
/// nowhere, since parts are only looked up in the packed file.
fn resolve(folder: &str, target: &str) -> String {
    let mut steps: Vec<&str> = if target.starts_with('/') {
        Vec::new()
    } else {
        folder.split('/').filter(|step| !step.is_empty()).collect()
    };
    for step in target.split('/') {
        match step {
            "" | "." => {}
            ".." => {
                steps.pop();
            }
            _ => steps.push(step),
        }
    }
    steps.join("/")
}

/// Says whether the document properties name it as our own standings.
pub(super) fn is_own_standings(
    packed: &mut Packed<'_>,
    part: &str,
    allowance: &mut Allowance,
) -> Result<bool, Refusal> {
    let Some(text) = packed.xml(part, allowance)? else {
        return Ok(false);
    };
    let mut nodes = Nodes::new(&text);
    let mut inside = false;
    loop {
        // Broken properties are no reason to refuse the sheets.
        match nodes.next() {
            Ok(Node::Open(tag)) => {
                inside = matches!(
                    tag.local_name().as_ref(),
                    "keywords" | "keyword" | "category"
                );
            }
            Ok(Node::Text(text)) if inside && text.trim() == STANDINGS_KEYWORD => return Ok(true),
            Ok(Node::Close(_)) => inside = false,
            Ok(Node::Text(_)) => {}
            Ok(Node::End) | Err(_) => return Ok(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_where_they_are_said_to_be() {
        assert_eq!(resolve("xl", "worksheets/a.xml"), "xl/worksheets/a.xml");
        assert_eq!(resolve("xl", "/xl/b.xml"), "xl/b.xml");
        assert_eq!(resolve("xl/worksheets", "../c.xml"), "xl/c.xml");
        assert_eq!(resolve("", "../../../etc/passwd"), "etc/passwd");
    }
}
