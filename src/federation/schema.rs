//! The forms' JSON Schemas, for programs of others. Data only.

/// Gives the JSON Schema (draft 2020-12) of a form, by the form's name.
#[must_use]
pub fn schema(form: &str) -> Option<&'static str> {
    (form == "submission").then_some(include_str!("submission.schema.json"))
}
