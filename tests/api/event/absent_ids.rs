//! Empty, 0 and null ids mean absent, also where a query has the null as a word.

use sixfold_tests::both;

use super::stage::week;

/// Calls with an id that they can do without.
const CALLS: [(&str, &str); 18] = [
    ("/api/event/availability?", "eventId"),
    ("/api/event/livescreen/reveal?", "eventId"),
    ("/api/user/leaderboard?", "eventId"),
    ("/api/user/leaderboard/field?", "eventId"),
    ("/api/event/admin/assistance?", "eventId"),
    ("/api/event/admin/export?what=teams&", "eventId"),
    ("/api/event/admin/numbers?what=use&", "eventId"),
    ("/api/event/admin/reveal?", "eventId"),
    ("/api/event/admin/schedule?from=2026-03-02&to=2026-03-09&", "eventId"),
    ("/api/event/admin/settings?", "eventId"),
    ("/api/event/admin/today?", "eventId"),
    ("/api/acoustic/content/manageContentItem?id=closed-dates&", "eventId"),
    ("/api/event/booking/team?", "teamBookingId"),
    ("/api/event/booking/team?", "uaid"),
    ("/api/event/admin/audit?", "uaid"),
    ("/api/user/results?", "uaid"),
    ("/api/user/authorization?", "uaid"),
    ("/api/user/progress?", "eventBookingId"),
];

both! {
    async fn an_empty_a_zero_and_a_null_id_in_a_query_count_as_absent(app) {
        app.set_schedule(week(6)).await;
        let client = app.person(3).await.client();
        for (call, name) in CALLS {
            let without = client.get(call).await;
            assert_eq!(without.status, 200, "{call}: {}", without.text());
            for absent in ["", "0", "null"] {
                let reply = client.get(&format!("{call}{name}={absent}")).await;
                assert_eq!((reply.status, reply.text()), (without.status, without.text()), "{call}{name}={absent}");
            }
        }
    }
}
