//! A control for each invariant: with its guard removed, or with the damage of a fault written by hand, exactly that invariant
//! is reported.

use sixfold_tests::Engine;

use crate::faults::{hub, provider};
use crate::relay::{Manner, Relay};
use crate::store::Store;
use crate::world::World;

/// The damage, and the invariant that has to report it.
pub struct Control {
    pub invariant: &'static str,
    /// Statements run before the nodes start: they remove a guard.
    before: fn(Engine) -> &'static str,
    /// Statements run after all acts: the damage that a fault would have done.
    after: &'static str,
    /// Statements run an hour later, before the last letters are checked.
    late: &'static str,
    others: Others,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Others {
    Good,
    /// The relay forgets letters.
    Forgotten,
    /// A letter arrives a second time.
    Again,
    /// Somebody signs in with a provider that the nodes do not know.
    NoProvider,
    /// Somebody reads content from a hub that the nodes do not have.
    NoHub,
}

const fn by_hand(invariant: &'static str, after: &'static str) -> Control {
    Control { invariant, before: |_| "", after, late: "", others: Others::Good }
}

const fn with_others(invariant: &'static str, others: Others) -> Control {
    Control { invariant, before: |_| "", after: "", late: "", others }
}

pub const ALL: [Control; 15] = [
    by_hand("no_place_is_oversold", "UPDATE slot SET taken = taken - 1 WHERE test_date = '2026-11-23'"),
    by_hand(
        "no_athlete_has_two_open_bookings",
        "DROP INDEX booking_one_open; INSERT INTO booking (booking_id, uaid, event_id, status, booking_type, code, created_at, \
         created_by, updated_at) SELECT 'past-' || number, uaid, 'sixfold-academy', 'assistance', 'test', 'TWICE' || number, \
         1, uaid, 1 FROM (SELECT MIN(uaid) AS uaid FROM account WHERE email = 'athlete0@example.org') AS one, \
         (SELECT 1 AS number UNION ALL SELECT 2) AS two",
    ),
    by_hand("every_answered_write_is_there_once", "DELETE FROM result_attempt WHERE test_type = 'Power'"),
    by_hand(
        "no_other_write_is_there_even_in_part",
        "INSERT INTO waitlist (waitlist_id, uaid, event_id, test_date, test_time, status, created_at) \
         SELECT 'half', uaid, 'sixfold-academy', '2026-11-27', '10:00', 'waiting', 1 FROM account \
         WHERE email = 'athlete0@example.org'",
    ),
    by_hand("the_audit_log_is_complete", "DELETE FROM audit_log WHERE action = 'result.final'"),
    Control {
        invariant: "boards_equal_the_store",
        before: |engine| match engine {
            Engine::Sqlite => "DROP TRIGGER board_change_by_booking",
            Engine::Postgres => "DROP TRIGGER board_change_by_booking ON booking",
        },
        after: "",
        late: "",
        others: Others::Good,
    },
    Control {
        invariant: "tallies_equal_the_store",
        before: |engine| match engine {
            Engine::Sqlite => "DROP TRIGGER score_tally_by_new_test",
            Engine::Postgres => "DROP TRIGGER score_tally_by_new_test ON result_test",
        },
        after: "",
        late: "",
        others: Others::Good,
    },
    by_hand(
        "every_write_has_its_letter",
        "UPDATE mail_outbox SET to_address = 'nobody@example.org' WHERE kind = 'final-score'",
    ),
    with_others("every_letter_arrives", Others::Forgotten),
    with_others("no_letter_arrives_again_without_a_reason", Others::Again),
    by_hand(
        "no_session_is_stored_for_longer_than_58_minutes",
        "UPDATE session SET expires_at = expires_at + 60000 WHERE uaid = (SELECT uaid FROM account \
         WHERE email = 'guest0@example.org')",
    ),
    Control {
        late: "UPDATE session SET created_at = created_at + 3000000, expires_at = expires_at + 3000000 \
         WHERE uaid = (SELECT uaid FROM account WHERE email = 'athlete0@example.org')",
        ..by_hand("no_session_lasts_longer_than_58_minutes", "")
    },
    with_others("signing_in_ends_in_time", Others::NoProvider),
    with_others("content_is_there_without_its_hub", Others::NoHub),
    by_hand(
        "health_data_goes_when_due",
        "UPDATE account SET health_given_at = health_given_at + 604800000 WHERE email = 'consent1@example.org'",
    ),
];

impl Control {
    /// Whether the ordinary check runs it: on PostgreSQL only those whose statements are PostgreSQL's own.
    pub fn is_quick_on(&self, engine: Engine) -> bool {
        engine == Engine::Sqlite || !(self.before)(engine).is_empty()
    }

    pub async fn before(&self, store: &Store, relay: &Relay) {
        if self.others == Others::Forgotten {
            relay.behave(Manner::Forgetful);
        }
        store.run((self.before)(store.engine)).await;
    }

    pub async fn after(&self, world: &World<'_>) {
        world.store.run(self.after).await;
        if self.others == Others::NoProvider {
            provider::visit(world).await;
        }
        if self.others == Others::NoHub {
            hub::away(world).await;
        }
    }

    pub async fn late(&self, world: &World<'_>) {
        world.store.run(self.late).await;
        if self.others == Others::Again {
            let letter = world.store.text("SELECT MIN(mail_id) FROM mail_outbox").await;
            world.services.relay.note(&letter);
        }
    }
}
