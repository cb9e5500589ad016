//! Names as people type them: what makes two spellings one name, and what is
//! near a name that nobody has.

use std::collections::BTreeSet;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The form of a name in which two spellings of it are equal: composed,
/// lower case, blanks collapsed, invisible characters gone. Accents count.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NameKey(String);

impl NameKey {
    /// Gives the key of a name.
    #[must_use]
    pub fn new(name: &str) -> Self {
        let seen = clean_text(name);
        if seen.is_ascii() {
            return Self(seen.to_ascii_lowercase());
        }
        let seen = seen.to_lowercase();
        Self(seen.nfc().filter(|c| !is_joiner(*c)).collect())
    }

    /// Gives the key as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Gives a text as it is shown: composed, every kind of blank one space,
/// invisible characters gone, none at either end.
#[must_use]
pub fn clean_text(text: &str) -> String {
    // Most texts are clean already.
    let is_plain = |byte: u8| byte.is_ascii_graphic() || byte == b' ';
    if text.bytes().all(is_plain) && text.trim_ascii() == text && !text.contains("  ") {
        return text.to_owned();
    }
    let mut clean = String::with_capacity(text.len());
    let mut gap = false;
    let mut composed = text.nfc().peekable();
    while let Some(c) = composed.next() {
        if is_joiner(c) {
            let between = |next: &char| !gap && clean.ends_with(is_joined) && is_joined(*next);
            if composed.peek().is_some_and(between) {
                clean.push(c);
            }
        } else if is_invisible(c) {
        } else if c.is_whitespace() || c.is_control() {
            gap = !clean.is_empty();
        } else {
            if gap {
                clean.push(' ');
                gap = false;
            }
            clean.push(c);
        }
    }
    clean
}

/// Zero-width joiner and non-joiner: Persian and the scripts of India need
/// them inside of names, emoji between their parts. They are kept where they
/// are shown, and do not count in a key.
const fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

/// A character beside which a joiner changes what is seen: the joining
/// scripts (Arabic to N'Ko and beyond, the Indic ones to Sinhala, Myanmar,
/// Khmer, Mongolian), and emoji.
const fn is_joined(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{8FF}' | '\u{900}'..='\u{DFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{18AF}' | '\u{A840}'..='\u{ABFF}' | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}' | '\u{FE0F}' | '\u{2600}'..='\u{27BF}' | '\u{1F000}'..='\u{1FAFF}')
}

/// Zero-width and direction marks, soft hyphen, byte order mark.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206F}' | '\u{FEFF}' | '\u{FE00}'..='\u{FE0E}')
}

/// Gives a key in which accents, case, blanks and punctuation do not count,
/// for headers and for names typed without their accents: `Größe (cm)` and
/// `grosse cm` are one.
#[must_use]
pub fn loose_key(text: &str) -> String {
    if text.is_ascii() {
        let kept = text.chars().filter(char::is_ascii_alphanumeric);
        return kept.map(|c| c.to_ascii_lowercase()).collect();
    }
    let mut key = String::with_capacity(text.len());
    for c in text.nfkd().filter(|c| !is_combining_mark(*c)) {
        match c {
            'ß' | 'ẞ' => key.push_str("ss"),
            'æ' | 'Æ' => key.push_str("ae"),
            'œ' | 'Œ' => key.push_str("oe"),
            'ø' | 'Ø' => key.push('o'),
            'ł' | 'Ł' => key.push('l'),
            'đ' | 'Đ' | 'ð' | 'Ð' => key.push('d'),
            'þ' | 'Þ' => key.push_str("th"),
            'ı' => key.push('i'),
            _ if c.is_alphanumeric() => key.extend(c.to_lowercase()),
            _ => {}
        }
    }
    key
}

/// Gives the loose keys of every way in which one name may be typed: without
/// its accents, with umlauts spelt out, and with the family name first where
/// a comma says so. Two names with a key in common may be one.
#[must_use]
pub fn spellings(name: &str) -> BTreeSet<String> {
    let turned = family_name_last(name);
    std::iter::once(name)
        .chain(turned.as_deref())
        .flat_map(|name| [loose_key(name), spelt_out_key(name)])
        .collect()
}

/// Gives `Anna Berg` for `Berg, Anna`; `None` where no comma parts two names.
fn family_name_last(name: &str) -> Option<String> {
    const TITLES: [&str; 7] = ["jr", "sr", "ii", "iii", "dr", "phd", "msc"];
    let (last, first) = name.split_once(',')?;
    let plain = !first.contains(',') && !TITLES.contains(&loose_key(first).as_str());
    let both = !loose_key(first).is_empty() && !loose_key(last).is_empty();
    (plain && both).then(|| format!("{} {}", first.trim(), last.trim()))
}

/// Gives the loose key with German umlauts spelt out (`ü` as `ue`), the other
/// way in which they are typed on a foreign keyboard.
fn spelt_out_key(text: &str) -> String {
    if text.is_ascii() {
        return loose_key(text);
    }
    let composed: String = text.nfc().collect();
    let mut spelt = String::with_capacity(composed.len());
    for c in composed.chars() {
        match c {
            'ä' | 'Ä' => spelt.push_str("ae"),
            'ö' | 'Ö' | 'ø' | 'Ø' => spelt.push_str("oe"),
            'ü' | 'Ü' => spelt.push_str("ue"),
            'å' | 'Å' => spelt.push_str("aa"),
            _ => spelt.push(c),
        }
    }
    loose_key(&spelt)
}

/// Gives up to `most` of the candidates nearest to a text, best first; only
/// such as a person could have meant.
#[must_use]
pub fn nearest<'a>(
    text: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    most: usize,
) -> Vec<&'a str> {
    let keys = |text: &str| {
        let mut keys = vec![loose_key(text), spelt_out_key(text)];
        keys.dedup();
        keys
    };
    let wanted = keys(text);
    let mut scored: Vec<(f64, &str)> = Vec::new();
    for candidate in candidates {
        let keys = keys(candidate);
        let score = wanted
            .iter()
            .flat_map(|a| keys.iter().map(move |b| likeness(a, b)))
            .fold(0.0, f64::max);
        if score >= 0.7 {
            scored.push((score, candidate));
        }
    }
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    scored.dedup_by_key(|entry| entry.1);
    scored
        .into_iter()
        .take(most)
        .map(|(_, candidate)| candidate)
        .collect()
}

fn likeness(a: &str, b: &str) -> f64 {
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let edits = strsim::normalized_damerau_levenshtein(a, b);
    let contained = if a.len() >= 3 && b.len() >= 3 && (a.contains(b) || b.contains(a)) {
        0.75
    } else {
        0.0
    };
    edits.max(contained)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_have_one_key() {
        let key = NameKey::new("Zoë Ångström");
        assert_eq!(
            key,
            NameKey::new("  zoe\u{308}\u{a0}A\u{30a}ngstro\u{308}m\u{200b}")
        );
        assert_ne!(key, NameKey::new("Zoe Angstrom"));
        assert_eq!(loose_key("Zoë Ångström"), loose_key("ZOE-ANGSTROM"));
    }

    #[test]
    fn clean_text_keeps_what_is_seen() {
        assert_eq!(clean_text("\t Anna \n  Berg\u{feff} "), "Anna Berg");
        assert_eq!(clean_text("=Kim"), "=Kim");
        assert_eq!(clean_text(" \u{a0} "), "");
    }

    #[test]
    fn joiners_stay_where_they_are_seen_and_never_count() {
        let persian = "علی\u{200c}رضا";
        let hindi = "क्\u{200d}ष";
        let family = "\u{1f468}\u{200d}\u{1f469}";
        for name in [persian, hindi, family] {
            assert_eq!(clean_text(name), name);
            let without: String = name.chars().filter(|c| !is_joiner(*c)).collect();
            assert_eq!(NameKey::new(name), NameKey::new(&without));
        }
        assert_eq!(clean_text("Anna\u{200d} Berg\u{200c}"), "Anna Berg");
        assert_eq!(clean_text("\u{200c}علی\u{200c} \u{200c}رضا"), "علی رضا");
    }

    #[test]
    fn a_name_is_known_by_every_way_to_type_it() {
        let common = |a: &str, b: &str| !spellings(a).is_disjoint(&spellings(b));
        assert!(common("Berg, Anna", "Anna Berg"));
        assert!(common("Jürgen Müller", "Mueller, Juergen"));
        assert!(common("Søren", "Soren") && common("Søren", "Soeren"));
        assert!(!common("Anna Berg", "Anna Bergs"));
        assert!(!common("King, Jr.", "Jr. King"));
    }

    #[test]
    fn near_names_come_best_first() {
        let names = ["Anna Berg", "Hanna Berger", "Jürgen Müller", "Zoë"];
        assert_eq!(nearest("Ana Berg", names, 3)[0], "Anna Berg");
        assert_eq!(nearest("Juergen Mueller", names, 3), ["Jürgen Müller"]);
        assert!(nearest("Quux", names, 3).is_empty());
    }
}
