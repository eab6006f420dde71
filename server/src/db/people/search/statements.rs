//! The statements that find people. Those for few matches read the trigram index, each engine in its own way, and sort;
//! those for many scan in the order of the answer. Public for the test that checks which indexes they use.

use super::SearchTerms;

/// A statement with a placeholder `{words}` for the condition of a search.
#[derive(Debug, Clone, Copy)]
pub struct Statement {
    text: &'static str,
    /// How many parameters come before those of the search terms.
    values: usize,
}

impl Statement {
    /// The statement with the condition of some terms. Each term occurs in it once: PostgreSQL would take a repeated
    /// condition for two independent ones, and plan for too few rows.
    pub fn about(&self, words: &SearchTerms) -> String {
        let each: Vec<String> = words
            .columns()
            .iter()
            .flat_map(|column| {
                (1..=words.patterns().len())
                    .map(move |word| format!("s.{column} LIKE ${} ESCAPE '!'", self.values + word))
            })
            .collect();
        let all = if each.is_empty() { "TRUE".to_owned() } else { each.join(" AND ") };
        self.text.replace("{words}", &all)
    }
}

/// The columns of every statement: a person, and the booking shown beside them, if any.
macro_rules! people {
    ($($from:expr),+) => {
        concat!(
            "SELECT a.uaid, a.first_name, a.last_name, a.email, a.role, a.is_competitor, b.booking_id, b.test_date, \
             b.test_time, b.status, b.code, b.team_booking_id, b.arrived_at, b.onboarded_at",
            " FROM ",
            $($from),+
        )
    };
}

/// The terms match the row of `s`, or a code or number matches the row of `m`.
macro_rules! fits {
    () => {
        "({words} OR m.uaid = $3 OR EXISTS (SELECT 1 FROM booking k WHERE k.uaid = m.uaid AND (k.code = $2 \
         OR ($1 <> '' AND k.status IN ('booked', 'assistance') AND k.code LIKE $1))))"
    };
}

/// The people that a code (all of it `$2`, of a closed booking; part of it `$1`, of an open one) or a number (`$3`)
/// identifies.
macro_rules! by_code_or_number {
    () => {
        " UNION SELECT uaid FROM booking WHERE $1 <> '' AND status IN ('booked', 'assistance') AND code LIKE $1 \
         UNION SELECT uaid FROM booking WHERE code = $2 AND status NOT IN ('booked', 'assistance') \
         UNION SELECT uaid FROM account WHERE uaid = $3"
    };
}

/// The matches with a role (`$4`; 0 for any) and their open booking or, if `$5` and `$6` are dates, their first booking
/// between these; people without one are then left out. At most `$7`.
macro_rules! with_booking {
    () => {
        " AS found JOIN account a ON a.uaid = found.uaid AND a.deleted_at IS NULL \
         LEFT JOIN booking b ON b.uaid = a.uaid AND (($5 = '' AND b.status IN ('booked', 'assistance')) \
         OR ($5 <> '' AND b.test_date >= $5 AND b.test_date <= $6 AND b.status NOT IN ('cancelled', 'declined') \
         AND NOT EXISTS (SELECT 1 FROM booking earlier WHERE earlier.uaid = b.uaid \
         AND (earlier.test_date, earlier.created_at, earlier.booking_id) < (b.test_date, b.created_at, b.booking_id) \
         AND earlier.test_date >= $5 AND earlier.test_date <= $6 AND earlier.status NOT IN ('cancelled', 'declined')))) \
         WHERE ($4 = 0 OR a.role = $4) AND ($5 = '' OR b.booking_id IS NOT NULL) \
         ORDER BY b.test_date IS NULL, b.test_date, b.test_time, a.last_name, a.first_name, a.uaid LIMIT $7"
    };
}

/// How many people match, counted up to a limit.
pub const COUNT_SQLITE: Statement = Statement {
    text: "SELECT COUNT(*) FROM (SELECT 1 FROM account_gram WHERE account_gram MATCH $2 LIMIT $1) AS found",
    values: 2,
};
pub const COUNT_POSTGRES: Statement = Statement {
    text: "SELECT COUNT(*) FROM (SELECT 1 FROM account_search s WHERE {words} LIMIT $1) AS found",
    values: 1,
};

/// Everybody who matches, if they are few.
pub const FEW_SQLITE: Statement = Statement {
    text: people!(
        "(SELECT s.uaid FROM account_gram g JOIN account_search s ON s.search_id = g.rowid WHERE g.account_gram MATCH $8",
        by_code_or_number!(),
        ")",
        with_booking!()
    ),
    values: 8,
};
pub const FEW_POSTGRES: Statement = Statement {
    text: people!(
        "(SELECT s.uaid FROM account_search s WHERE {words}",
        by_code_or_number!(),
        ")",
        with_booking!()
    ),
    values: 7,
};

/// The matches of a role that few people have.
pub const OF_ROLE: Statement = Statement {
    text: people!(
        "(SELECT m.uaid FROM account m JOIN account_search s ON s.uaid = m.uaid WHERE m.role = $4 AND ",
        fits!(),
        ")",
        with_booking!()
    ),
    values: 7,
};

/// The athletes of a coach (`$8`): the members of their teams, by newest team or by a booking made for another, and
/// those who let the coach see their results. Only the latter are searched here: nobody may be found by what the coach
/// may not read.
pub const OF_COACH: Statement = Statement {
    text: people!(
        "(SELECT m.uaid FROM (SELECT x.uaid FROM team t JOIN account x ON x.team_booking_id = t.team_booking_id \
         WHERE t.coach_uaid = $8 AND t.deleted_at IS NULL AND x.uaid <> $8 \
         UNION SELECT x.uaid FROM team t JOIN booking x ON x.team_booking_id = t.team_booking_id \
         WHERE t.coach_uaid = $8 AND t.deleted_at IS NULL AND x.status NOT IN ('cancelled', 'declined') \
         UNION SELECT athlete_uaid FROM coach_athlete WHERE coach_uaid = $8 AND access = 'accepted') AS m \
         LEFT JOIN coach_athlete r ON r.coach_uaid = $8 AND r.athlete_uaid = m.uaid \
         JOIN account_search s ON s.uaid = m.uaid WHERE COALESCE(r.access, '') <> 'accepted' OR ",
        fits!(),
        ")",
        with_booking!()
    ),
    values: 8,
};

/// Open bookings whose people match, by day.
pub const OPEN_DAYS: Statement = Statement {
    text: people!(
        "booking b CROSS JOIN account_search s CROSS JOIN account a WHERE s.uaid = b.uaid AND a.uaid = b.uaid \
         AND b.status IN ('booked', 'assistance') AND b.test_date IS NOT NULL AND ($2 = 0 OR a.role = $2) \
         AND ({words} OR b.code LIKE $1) ORDER BY b.test_date, b.test_time, b.uaid LIMIT $3"
    ),
    values: 3,
};

/// Everybody else who matches, in the order in which they registered.
pub const WITHOUT_DAY: Statement = Statement {
    text: people!(
        "(SELECT s.search_id, s.uaid FROM account_search s WHERE {words} \
         AND NOT EXISTS (SELECT 1 FROM booking o WHERE o.uaid = s.uaid \
         AND o.status IN ('booked', 'assistance') AND o.test_date IS NOT NULL) \
         AND ($1 = 0 OR EXISTS (SELECT 1 FROM account r WHERE r.uaid = s.uaid AND r.role = $1)) \
         ORDER BY s.search_id LIMIT $2) AS found JOIN account a ON a.uaid = found.uaid \
         LEFT JOIN booking b ON b.uaid = a.uaid AND b.status IN ('booked', 'assistance') ORDER BY found.search_id"
    ),
    values: 2,
};

/// Bookings of some days whose people match; each person once, by their first booking.
pub const DAYS: Statement = Statement {
    text: people!(
        "booking b CROSS JOIN account_search s CROSS JOIN account a WHERE s.uaid = b.uaid AND a.uaid = b.uaid \
         AND b.event_id = $4 AND b.test_date >= $5 AND b.test_date <= $6 AND b.status NOT IN ('cancelled', 'declined') \
         AND ($2 = 0 OR a.role = $2) AND ({words} OR b.code LIKE $1) \
         AND NOT EXISTS (SELECT 1 FROM booking earlier WHERE earlier.uaid = b.uaid \
         AND (earlier.test_date, earlier.created_at, earlier.booking_id) < (b.test_date, b.created_at, b.booking_id) \
         AND earlier.test_date >= $5 AND earlier.test_date <= $6 AND earlier.status NOT IN ('cancelled', 'declined')) \
         ORDER BY b.test_date, b.test_time, b.booking_id LIMIT $3"
    ),
    values: 6,
};

/// The athlete that a whole number, address or code identifies, with a completed profile, without a booking. The order
/// is explicit: otherwise SQLite would scan all accounts by number and test each.
pub const ATHLETE: &str = people!(
    "(SELECT uaid FROM account WHERE uaid = $1 UNION SELECT uaid FROM account WHERE email_lookup = $2) AS named \
     CROSS JOIN account a LEFT JOIN booking b ON b.booking_id = '' WHERE a.uaid = named.uaid \
     AND a.deleted_at IS NULL AND a.role = 1 ORDER BY a.uaid LIMIT 1"
);
