//! Submissions against the published schema, by a schema validator of others.

use serde_json::{Value, json};

use super::{NAMES, german, played, submission};
use crate::harness::Test;

/// Where a value does not fit a schema; each as `path: reason`.
fn faults(schema: &Value, value: &Value) -> Vec<String> {
    assert!(jsonschema::meta::is_valid(schema), "the schema is none");
    let validator = jsonschema::validator_for(schema).unwrap();
    validator
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

fn schema(test: &Test) -> Value {
    test.runs("schema submission").json()
}

pub(crate) fn assert_valid(test: &Test, submission: &Value) {
    let schema = schema(test);
    assert_eq!(faults(&schema, submission), Vec::<String>::new());
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
        faults(&schema, &bad)
    };
    let expected: [(&dyn Fn(&mut Value), &str); 5] = [
        (
            &|bad| bad["extra"] = json!(1),
            ": Additional properties are not allowed ('extra'",
        ),
        (
            &|bad| bad["standings"][0]["email"] = json!("a@b"),
            "/standings/0: Additional properties are not allowed ('email'",
        ),
        (
            &|bad| bad["standings"][0]["code"] = json!("visitor"),
            "/standings/0/code: \"visitor\" is not one of",
        ),
        (
            &|bad| bad["tables"][0]["rows"][0]["vp"] = json!(10),
            "/tables/0/rows/0/vp: 10 is not of type \"string\"",
        ),
        (
            &|bad| {
                bad.as_object_mut().unwrap().remove("criteria");
            },
            ": \"criteria\" is a required property",
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
