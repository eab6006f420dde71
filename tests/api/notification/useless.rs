//! What is of no use any more is not sent, and the later of two about the same matter replaces the earlier (RULES 16.4).

use serde_json::json;
use sixfold_server::app::jobs::tidy;
use sixfold_tests::both;

use super::{Stage, quiet};
use crate::event::admin::desk::{FINAL, Guest, morning, onboard, tested};
use crate::event::stage::{
    ACCEPT, BOOKING, DAY, LATER, NEXT_DAY, TIME, body, booked, cancel, go_to, shift, wait, week,
};

both! {
    from Stage::set?;

    // RULES 16.4
    async fn a_change_that_changed_again_is_told_once_as_it_is(stage) {
        let (athlete, staff, phone, id) = stage.with_a_booking().await;
        go_to(&stage.app, "2026-03-03", "23:00").await;
        for time in ["11:00", "12:00", "13:00"] {
            let body = json!({ "uaid": athlete.uaid, "eventBookingId": id, "eventTestDate": NEXT_DAY, "eventTestTime": time });
            staff.client().post(BOOKING, body).await.data();
        }
        assert_eq!(stage.app.count("push_message").await, 1);
        go_to(&stage.app, "2026-03-04", "07:00").await;
        let shown = stage.shown(&phone).await;
        assert_eq!((shown.len(), &shown[0]["body"]), (1, &json!("It is now on Fri 6 Mar 2026, 13:00.")));
    }

    // RULES 16.4
    async fn what_the_athlete_has_changed_since_is_not_told(stage) {
        let (athlete, staff, phone, id) = stage.with_a_booking().await;
        go_to(&stage.app, "2026-03-03", "23:00").await;
        let body = json!({ "uaid": athlete.uaid, "eventBookingId": id, "eventTestDate": NEXT_DAY, "eventTestTime": TIME });
        staff.client().post(BOOKING, body).await.data();
        shift(&athlete, &id, NEXT_DAY, LATER).await.data();
        go_to(&stage.app, "2026-03-04", "07:00").await;
        assert!(stage.shown(&phone).await.is_empty());
        assert_eq!(stage.app.count("push_message").await, 0);
    }

    // RULES 16.4
    async fn a_request_that_is_open_again_is_not_called_off_any_more(stage) {
        let (athlete, staff) = (stage.app.athlete().await, stage.app.person(3).await);
        let phone = stage.browser(&athlete, "phone").await;
        let mut request = body(DAY, TIME);
        request["assistanceRequired"] = json!(true);
        let id = athlete.client().post(BOOKING, request).await.data()["eventBookingId"].clone();
        let mut decline = json!({ "uaid": athlete.uaid, "eventBookingId": id, "eventTestStatus": "declined" });
        staff.client().post(BOOKING, decline.clone()).await.data();
        let off = stage.shown(&phone).await.pop().unwrap();
        decline["undo"] = json!(true);
        staff.client().post(BOOKING, decline).await.data();
        let open = stage.shown(&phone).await.pop().unwrap();
        assert_eq!(off["title"], "Your test is called off");
        assert_eq!(open["title"], "Your request is open again");
        assert_eq!(off["tag"], open["tag"]);
    }

    // RULES 16.4
    async fn an_offer_that_has_ended_by_then_is_not_told(stage) {
        stage.app.set_schedule(week(1)).await;
        let (owner, one) = (stage.app.athlete().await, stage.app.athlete().await);
        let phone = stage.browser(&one, "phone").await;
        let mut id = booked(&owner, DAY, TIME).await;
        wait(&one, DAY, TIME).await.data();
        // It lapses before the quiet hours end: it does not even wait.
        quiet(&one, Some(("08:00", "12:00"))).await;
        cancel(&owner, &id).await.data();
        assert_eq!(stage.app.count("push_message").await, 0);
        // It is accepted before they end.
        quiet(&one, Some(("08:00", "09:10"))).await;
        let offer = stage.app.texts("SELECT offer_id FROM waitlist").await.remove(0).unwrap();
        one.client().post(ACCEPT, json!({ "offerId": offer })).await.data();
        let two = stage.app.athlete().await;
        let other = stage.browser(&two, "other").await;
        quiet(&two, Some(("08:00", "09:10"))).await;
        id = booked(&owner, NEXT_DAY, TIME).await;
        wait(&two, NEXT_DAY, TIME).await.data();
        cancel(&owner, &id).await.data();
        assert_eq!(stage.app.count("push_message").await, 1);
        let sql = "SELECT offer_id FROM waitlist WHERE status = 'offered'";
        let offer = stage.app.texts(sql).await.remove(0).unwrap();
        two.client().post(ACCEPT, json!({ "offerId": offer })).await.data();
        stage.app.pass_minutes(15);
        assert_eq!(stage.send().await, 0);
        let got = stage.service.got();
        assert!(got.iter().all(|got| !got.is_to(&phone) && !got.is_to(&other)));
        assert_eq!(stage.app.count("push_message").await, 0);
    }

    // RULES 16.2 and 16.4
    async fn a_final_that_is_held_by_then_is_not_told(stage) {
        one_finished(&stage).await;
        stage.app.execute("UPDATE booking SET held = TRUE").await;
        assert_eq!((stage.send().await, stage.app.count("push_message").await), (0, 0));
    }

    // RULES 4.17 and 16.4
    async fn a_final_whose_score_is_removed_by_then_is_not_told(stage) {
        let guest = one_finished(&stage).await;
        let body = json!({ "eventBookingId": guest.id, "reason": "Tested under another name" });
        stage.app.person(3).await.client().post("/api/event/admin/results/remove", body).await.data();
        assert_eq!((stage.send().await, stage.app.count("push_message").await), (0, 0));
    }

    // RULES 16.4
    async fn what_was_never_sent_is_deleted_once_it_is_of_no_use(stage) {
        let (athlete, staff, _, id) = stage.with_a_booking().await;
        let body =
            json!({ "uaid": athlete.uaid, "eventBookingId": id, "eventTestDate": DAY, "eventTestTime": LATER });
        staff.client().post(BOOKING, body).await.data();
        tidy(&stage.app.state).await.unwrap();
        assert_eq!(stage.app.count("push_message").await, 1);
        go_to(&stage.app, DAY, "14:16").await;
        tidy(&stage.app.state).await.unwrap();
        assert_eq!(stage.app.count("push_message").await, 0);
    }
}

/// An athlete with a phone whose final is in, and the notice of it still to be sent.
async fn one_finished(stage: &Stage) -> Guest {
    let (desk, mut guests) = morning(&stage.app, 1).await;
    let guest = guests.remove(0);
    stage.browser(&guest.person, "phone").await;
    onboard(&desk, &guest).await.data();
    tested(&desk, &guest).await;
    desk.client().post(FINAL, guest.end("completed")).await.data();
    assert_eq!(stage.app.count("push_message").await, 1);
    guest
}
