//! Identity, profile, eligibility, scores, roles and the menu.
