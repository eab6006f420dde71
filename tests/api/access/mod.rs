//! Who may call what: every call of the OpenAPI document, by nobody and each of the four roles, about one's own object,
//! a team member's and somebody else's. The expectation is the table of capabilities (`sixfold_domain::role::MATRIX`).

mod bodies;
mod calls;
mod doors;
mod matrix;
mod objects;
mod rows;
mod stage;
