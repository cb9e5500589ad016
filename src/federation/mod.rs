//! What a federation collects: an event's submission, its checks, its
//! comparison with the sheets or with an earlier one, and a season's ranking
//! from many. Knows results and files of results; reads no sheet, computes no
//! score and writes no file.

mod builtin;
mod checks;
mod contacts;
mod differences;
mod forms;
mod people;
mod ranking;
mod ranking_forms;
mod received;
mod schema;
mod season;
mod submission;
mod trf;
mod words;

pub use builtin::SEASONS;
pub use checks::{Remark, contradictions, remarks};
pub use contacts::{CONTACTS_MARK, contacts_csv, final_report, unreachable};
pub use differences::{against_sheets, between};
pub use forms::{submission_book, submission_csv};
pub use people::Alias;
pub use ranking::{Entry, EventLine, Ranking, SeasonResult, SeasonStatus, no_event, rank_season};
pub use ranking_forms::{ranking_book, ranking_csv, ranking_json, ranking_page};
pub use received::{Received, Refusal, Summary};
pub use schema::schema;
pub use season::{SeasonError, SeasonPreset, SharedPlace, TieRule, load_season, season_source};
pub use submission::{
    Case, FORM as SUBMISSION_FORM, Source, Submission, Unusable, preset_hashes, read_submission,
    submission,
};
pub use trf::{Games, TRF_MARK, trf};
