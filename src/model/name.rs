//! Names as people type them: what makes two spellings one name, and what is
//! near a name that nobody has.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The form of a name in which two spellings of it are equal: composed,
/// lower case, blanks collapsed, invisible characters gone. Accents count.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NameKey(String);

impl NameKey {
    /// Gives the key of a name.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self(clean_text(name).to_lowercase().nfc().collect())
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
    let visible = text.nfc().filter(|c| !is_invisible(*c));
    let mut clean = String::with_capacity(text.len());
    let mut gap = false;
    for c in visible {
        if c.is_whitespace() || c.is_control() {
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

/// Zero-width and direction marks, soft hyphen, byte order mark. The joiners
/// between emoji and in Persian names are kept out of the key as well: they
/// cannot be seen.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206F}' | '\u{FEFF}' | '\u{FE00}'..='\u{FE0F}')
}

/// Gives a key in which accents, case, blanks and punctuation do not count,
/// for headers and for names typed without their accents: `Größe (cm)` and
/// `grosse cm` are one.
#[must_use]
pub fn loose_key(text: &str) -> String {
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

/// Gives the loose key with German umlauts spelt out (`ü` as `ue`), the other
/// way in which they are typed on a foreign keyboard.
fn spelt_out_key(text: &str) -> String {
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
    let wanted = [loose_key(text), spelt_out_key(text)];
    let mut scored: Vec<(f64, &str)> = Vec::new();
    for candidate in candidates {
        let keys = [loose_key(candidate), spelt_out_key(candidate)];
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
    fn near_names_come_best_first() {
        let names = ["Anna Berg", "Hanna Berger", "Jürgen Müller", "Zoë"];
        assert_eq!(nearest("Ana Berg", names, 3)[0], "Anna Berg");
        assert_eq!(nearest("Juergen Mueller", names, 3), ["Jürgen Müller"]);
        assert!(nearest("Quux", names, 3).is_empty());
    }
}
