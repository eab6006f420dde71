//! Who may call what: every call of the OpenAPI document × nobody and the four roles × one's own object, a team member's and
//! somebody else's, by the one table of capabilities (`api.md`, "Who may call what"; `sixfold_domain::role::MATRIX`).

mod calls;
mod doors;
mod matrix;
mod rows;
mod stage;
