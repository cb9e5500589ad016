//! What a federation collects: an event's submission, its checks, and its
//! comparison with the sheets or with an earlier one. Knows results and files
//! of results; reads no sheet, computes no score and writes no file.

mod checks;
mod differences;
mod forms;
mod schema;
mod submission;

pub use checks::{Remark, contradictions, remarks};
pub use differences::{against_sheets, between};
pub use forms::{submission_book, submission_csv};
pub use schema::schema;
pub use submission::{Case, Source, Submission, preset_hashes, read_submission, submission};
