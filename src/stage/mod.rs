//! Where the event stands: rounds complete, who is due, cuts, brackets, who
//! goes on, the final ranking. Knows rounds, results and the preset's stages;
//! opens no sheet and draws nothing.

mod attendance;
mod bracket;
mod draw;
mod finish;
mod keys;
mod last_round;
mod pairing;
mod progress;
mod qualify;
mod status;

pub use attendance::attend;
pub use bracket::{Bracket, PlannedTable, StagePlan, Standing, play};
pub use draw::draw_request;
pub use finish::final_ranking;
pub use last_round::Ahead;
pub use pairing::{assign_groups, pair_requests, pod_requests};
pub use progress::{Next, next, progress};
pub use qualify::{Qualification, cut as cut_size, qualify};
pub use status::mark;
