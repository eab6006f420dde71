//! Coarse age groups, which coaches see instead of a date of birth.

use crate::time::Date;

/// The first age and the name of each group.
const GROUPS: [(i32, &str); 7] =
    [(0, "Under 18"), (18, "18–24"), (25, "25–34"), (35, "35–44"), (45, "45–54"), (55, "55–64"), (65, "65+")];

/// The group on `today` of somebody born on `born`.
pub fn coarse_age_group(born: Date, today: Date) -> &'static str {
    let age = born.years_until(today);
    GROUPS.iter().rev().find(|(first, _)| age >= *first).map_or(GROUPS[0].1, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_begins_on_a_birthday() {
        for (born, today, group) in [
            ("2008-03-02", "2026-03-01", "Under 18"),
            ("2008-03-02", "2026-03-02", "18–24"),
            ("2001-03-02", "2026-03-01", "18–24"),
            ("2001-03-01", "2026-03-01", "25–34"),
            ("1950-01-01", "2026-03-01", "65+"),
            ("2026-03-02", "2026-03-01", "Under 18"),
        ] {
            let found = coarse_age_group(born.parse().unwrap(), today.parse().unwrap());
            assert_eq!(found, group, "{born} on {today}");
        }
    }
}
