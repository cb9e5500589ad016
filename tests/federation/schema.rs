//! Submissions against the published schema, by a small validator that knows
//! the words of JSON Schema that the schema uses, and refuses any other.

use serde_json::{Value, json};

use super::{NAMES, german, played, submission};
use crate::harness::Test;

/// Where a value does not fit a schema; each as `path: reason`.
fn faults(schema: &Value, root: &Value, value: &Value, path: &str) -> Vec<String> {
    let mut found = Vec::new();
    let wrong = |reason: String| format!("{path}: {reason}");
    for (word, want) in schema.as_object().unwrap() {
        match word.as_str() {
            "$schema" | "$id" | "title" | "description" | "$defs" => {}
            "$ref" => {
                let name = want.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                found.extend(faults(&root["$defs"][name], root, value, path));
            }
            "type" => {
                let one = [want.clone()];
                let types = want.as_array().map_or(&one[..], Vec::as_slice);
                if !types.iter().any(|name| is(name.as_str().unwrap(), value)) {
                    found.push(wrong(format!("{value} is no {want}")));
                }
            }
            "const" if value != want => found.push(wrong(format!("{value} is not {want}"))),
            "enum" if !want.as_array().unwrap().contains(value) => {
                found.push(wrong(format!("{value} is none of {want}")));
            }
            "const" | "enum" => {}
            "minimum" => {
                if value
                    .as_i64()
                    .is_some_and(|value| value < want.as_i64().unwrap())
                {
                    found.push(wrong(format!("{value} is below {want}")));
                }
            }
            "pattern" => {
                if value
                    .as_str()
                    .is_some_and(|text| !fits(want.as_str().unwrap(), text))
                {
                    found.push(wrong(format!("{value} does not fit {want}")));
                }
            }
            "oneOf" => {
                let fitting = want.as_array().unwrap().iter();
                let fitting = fitting.filter(|one| faults(one, root, value, path).is_empty());
                if fitting.count() != 1 {
                    found.push(wrong(format!("{value} fits not one of {want}")));
                }
            }
            "required" => {
                let missing = want
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|key| key.as_str().unwrap());
                let missing = missing.filter(|key| value.get(key).is_none());
                found.extend(missing.map(|key| wrong(format!("{key} is missing"))));
            }
            "properties" => {
                for (key, field) in value.as_object().into_iter().flatten() {
                    if let Some(schema) = want.get(key) {
                        found.extend(faults(schema, root, field, &format!("{path}/{key}")));
                    }
                }
            }
            "additionalProperties" => {
                for (key, field) in value.as_object().into_iter().flatten() {
                    if schema["properties"].get(key).is_some() {
                        continue;
                    }
                    if want == false {
                        found.push(wrong(format!("{key} is not known")));
                    } else {
                        found.extend(faults(want, root, field, &format!("{path}/{key}")));
                    }
                }
            }
            "items" => {
                for (at, item) in value.as_array().into_iter().flatten().enumerate() {
                    found.extend(faults(want, root, item, &format!("{path}/{at}")));
                }
            }
            other => panic!("this validator does not know \"{other}\""),
        }
    }
    found
}

fn is(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        other => panic!("no type {other}"),
    }
}

/// The patterns of the schema, each with what it means.
fn fits(pattern: &str, text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let exact = |text: &str| {
        let text = text.strip_prefix('-').unwrap_or(text);
        text.split_once('/').map_or_else(
            || digits(text),
            |(above, below)| digits(above) && digits(below),
        )
    };
    match pattern {
        "^-?[0-9]+(/[0-9]+)?$" => exact(text),
        "^(inf|-?[0-9]+(/[0-9]+)?)$" => text == "inf" || exact(text),
        "^[0-9a-f]{64}$" => {
            text.len() == 64
                && text
                    .bytes()
                    .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        }
        "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" => {
            let parts: Vec<&str> = text.split('-').collect();
            parts.iter().map(|part| part.len()).eq([4, 2, 2])
                && parts.iter().all(|part| digits(part))
        }
        other => panic!("no pattern {other}"),
    }
}

fn schema(test: &Test) -> Value {
    test.runs("schema submission").json()
}

pub(crate) fn assert_valid(test: &Test, submission: &Value) {
    let schema = schema(test);
    assert_eq!(
        faults(&schema, &schema, submission, ""),
        Vec::<String>::new()
    );
}

#[test]
fn real_submissions_follow_the_schema() {
    let test = german();
    assert_valid(&test, &submission(&test));
    for (preset, settings, rounds) in [
        ("catan-championship", "", 4),
        ("catan-mso", "", 4),
        ("catan-at", "", 3),
        ("catan-de", "Final,yes\nCriteria,\"points, vp, wins\"\n", 4),
    ] {
        let test = played(preset, settings, &NAMES, rounds);
        assert_valid(&test, &submission(&test));
    }
}

#[test]
fn the_schema_refuses_what_is_not_in_the_form() {
    let test = german();
    let good = submission(&test);
    let schema = schema(&test);
    let spoil = |change: &dyn Fn(&mut Value)| {
        let mut bad = good.clone();
        change(&mut bad);
        faults(&schema, &schema, &bad, "")
    };
    let expected: [(&dyn Fn(&mut Value), &str); 5] = [
        (&|bad| bad["extra"] = json!(1), ": extra is not known"),
        (
            &|bad| bad["standings"][0]["email"] = json!("a@b"),
            "/standings/0: email is not known",
        ),
        (
            &|bad| bad["standings"][0]["code"] = json!("visitor"),
            "/standings/0/code: \"visitor\" is none of",
        ),
        (
            &|bad| bad["tables"][0]["rows"][0]["vp"] = json!(10),
            "/tables/0/rows/0/vp: 10 is no",
        ),
        (
            &|bad| {
                bad.as_object_mut().unwrap().remove("criteria");
            },
            ": criteria is missing",
        ),
    ];
    for (change, told) in expected {
        let found = spoil(change);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with(told), "{found:?}");
    }
}

/// Each object of the schema asks for every field it knows.
fn closed(part: &Value) {
    if let Some(fields) = part.get("properties").and_then(Value::as_object) {
        assert_eq!(part["additionalProperties"], false);
        let keys: Vec<&String> = fields.keys().collect();
        let required: Vec<&str> = part["required"]
            .as_array()
            .unwrap()
            .iter()
            .map(|key| key.as_str().unwrap())
            .collect();
        assert_eq!(keys, required);
        fields.values().for_each(closed);
    }
    if let Some(items) = part.get("items") {
        closed(items);
    }
}

#[test]
fn the_schema_and_the_form_have_the_same_fields() {
    let test = german();
    let schema = schema(&test);
    assert_eq!(
        schema["$schema"],
        "https://json-schema.org/draft/2020-12/schema"
    );
    closed(&schema);
    schema["$defs"]
        .as_object()
        .unwrap()
        .values()
        .for_each(closed);
}

#[test]
fn an_unknown_form_has_no_schema() {
    let ran = Test::new().run("schema standings");
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("is no form"), "{}", ran.stderr);
}
