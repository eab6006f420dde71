//! A seat of a waiting list that comes free at night: held at once, and offered in the morning (RULES 5.3).

use sixfold_server::app::jobs::{pass_on_lapsed, write_offers};
use sixfold_tests::both;

use super::stage::{DAY, TIME, WAITLIST, cancel, completed, go_to, one_waits, taken, two_wait};
use super::waitlist::offered;
use super::waitlist_offers::{accept, mails};

both! {
    // RULES 5.3
    async fn a_seat_of_the_night_is_offered_to_somebody_who_could_take_it_in_the_morning(app) {
        let (owner, waiting, id) = one_waits(&app).await;
        completed(&app, &waiting, "2026-03-02").await;
        go_to(&app, "2026-03-02", "21:30").await;
        cancel(&owner, &id).await.data();
        go_to(&app, "2026-03-03", "08:00").await;
        assert_eq!(write_offers(&app.state).await.unwrap(), 1);
        let offer = offered(&app, &waiting).await;
        accept(&waiting, &offer).await.data();
    }

    // RULES 5.2
    async fn an_offer_of_the_night_before_can_be_taken_in_the_morning_of_the_test(app) {
        let (owner, waiting, id) = one_waits(&app).await;
        go_to(&app, "2026-03-04", "21:30").await;
        cancel(&owner, &id).await.data();
        go_to(&app, DAY, "08:00").await;
        assert_eq!(write_offers(&app.state).await.unwrap(), 1);
        let offer = offered(&app, &waiting).await;
        accept(&waiting, &offer).await.data();
    }

    async fn what_comes_free_at_night_is_offered_in_the_morning(app) {
        let (owner, [one, _], id) = two_wait(&app).await;
        go_to(&app, "2026-03-03", "23:10").await;
        cancel(&owner, &id).await.data();
        assert_eq!(taken(&app, DAY, TIME).await, 1, "the place is held at once");
        assert_eq!(write_offers(&app.state).await.unwrap(), 0);
        go_to(&app, "2026-03-04", "07:59").await;
        assert_eq!((pass_on_lapsed(&app.state).await.unwrap(), write_offers(&app.state).await.unwrap()), (0, 0));
        assert_eq!(mails(&app, "waitlist-offer").await, 0, "nobody is woken");
        assert_eq!(one.client().get(WAITLIST).await.data()[0]["offerExpiresAt"], "2026-03-04T08:30:00.000Z");
        go_to(&app, "2026-03-04", "08:00").await;
        assert_eq!(write_offers(&app.state).await.unwrap(), 1);
        assert_eq!((write_offers(&app.state).await.unwrap(), mails(&app, "waitlist-offer").await), (0, 1));
        let texts = app.letters("waitlist-offer").await;
        assert!(texts[0].contains("30 minutes") && texts[0].contains("Kept until: Wed 4 Mar 2026, 08:30"), "{texts:?}");
        go_to(&app, "2026-03-04", "08:29").await;
        assert_eq!(pass_on_lapsed(&app.state).await.unwrap(), 0);
        let offer = offered(&app, &one).await;
        accept(&one, &offer).await.data();
    }

    // RULES 5.3
    async fn a_seat_of_the_night_is_kept_from_its_letter_on(app) {
        let (owner, waiting, id) = one_waits(&app).await;
        go_to(&app, "2026-03-02", "23:10").await;
        cancel(&owner, &id).await.data();
        // The server was stopped for a day, and it is night again.
        go_to(&app, "2026-03-03", "22:00").await;
        assert_eq!((pass_on_lapsed(&app.state).await.unwrap(), write_offers(&app.state).await.unwrap()), (0, 0));
        go_to(&app, "2026-03-04", "09:00").await;
        assert_eq!((pass_on_lapsed(&app.state).await.unwrap(), write_offers(&app.state).await.unwrap()), (0, 1));
        let letter = app.letters("waitlist-offer").await.remove(0);
        assert!(letter.contains("Kept until: Wed 4 Mar 2026, 09:30"), "{letter}");
        go_to(&app, "2026-03-04", "09:29").await;
        assert_eq!(pass_on_lapsed(&app.state).await.unwrap(), 0);
        let offer = offered(&app, &waiting).await;
        accept(&waiting, &offer).await.data();
    }

    // RULES 5.3
    async fn an_offer_of_the_night_that_nobody_heard_of_ends_with_its_test(app) {
        let (owner, _, id) = one_waits(&app).await;
        go_to(&app, "2026-03-04", "23:10").await;
        cancel(&owner, &id).await.data();
        go_to(&app, DAY, "09:59").await;
        assert_eq!(pass_on_lapsed(&app.state).await.unwrap(), 0);
        go_to(&app, DAY, TIME).await;
        assert_eq!((write_offers(&app.state).await.unwrap(), pass_on_lapsed(&app.state).await.unwrap()), (0, 1));
        assert_eq!((mails(&app, "waitlist-offer").await, mails(&app, "waitlist-lapsed").await), (0, 0));
        assert_eq!(taken(&app, DAY, TIME).await, 0);
    }

    async fn a_place_taken_before_the_morning_gets_no_letter(app) {
        let (owner, person, id) = one_waits(&app).await;
        go_to(&app, "2026-03-03", "23:10").await;
        cancel(&owner, &id).await.data();
        let offer = person.client().get(WAITLIST).await.data()[0]["offerId"].as_str().unwrap().to_owned();
        accept(&person, &offer).await.data();
        go_to(&app, "2026-03-04", "08:00").await;
        assert_eq!((write_offers(&app.state).await.unwrap(), mails(&app, "waitlist-offer").await), (0, 0));
    }
}
