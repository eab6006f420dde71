//! A relay on loopback with scripted answers: which of them give a letter up, and which only delay it.

use std::sync::{Arc, Mutex};

use serde_json::json;
use sixfold_server::app::jobs::send_due;
use sixfold_server::mail::deliver::Transport;
use sixfold_tests::{TestApp, both, peer};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};

use crate::event::stage::{DAY, TIME, booked, week};

/// The relay's answers at each step; a good relay accepts everything.
#[derive(Debug, Clone, Copy)]
struct Script {
    greeting: &'static str,
    auth: &'static str,
    from: &'static str,
    to: &'static str,
    data: &'static str,
}

const GOOD: Script = Script {
    greeting: "220 relay.example ESMTP",
    auth: "235 2.7.0 Welcome",
    from: "250 2.1.0 Ok",
    to: "250 2.1.5 Ok",
    data: "250 2.0.0 Queued",
};

/// A relay, and the letters that it accepted.
struct Relay {
    transport: Transport,
    taken: Arc<Mutex<Vec<String>>>,
}

impl Relay {
    async fn open(script: Script) -> Self {
        let (listener, address) = peer::bind().await;
        let url = format!("smtp://relay:secret@{address}");
        let taken = Arc::<Mutex<Vec<String>>>::default();
        let kept = taken.clone();
        peer::accept(listener, move |stream| converse(stream, script, kept.clone()));
        Self { transport: Transport::from_config(Some(&url), std::path::Path::new("")).unwrap(), taken }
    }

    fn took(&self) -> usize {
        self.taken.lock().unwrap().len()
    }
}

async fn converse(stream: tokio::net::TcpStream, script: Script, taken: Arc<Mutex<Vec<String>>>) {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    let mut letter: Option<String> = None;
    let _ = write.write_all(format!("{}\r\n", script.greeting).as_bytes()).await;
    while let Ok(Some(line)) = lines.next_line().await {
        if let Some(text) = &mut letter {
            if line != "." {
                // Without the soft line breaks of quoted-printable.
                text.push_str(line.strip_suffix('=').unwrap_or(&line));
                continue;
            }
            if script.data.starts_with("250") {
                taken.lock().unwrap().push(text.clone());
            }
            letter = None;
            let _ = write.write_all(format!("{}\r\n", script.data).as_bytes()).await;
            continue;
        }
        let word = line.split(' ').next().unwrap_or_default().to_ascii_uppercase();
        let answer = match word.as_str() {
            "EHLO" => "250-relay.example\r\n250 AUTH PLAIN LOGIN",
            "AUTH" => script.auth,
            "MAIL" => script.from,
            "RCPT" => script.to,
            "DATA" => {
                letter = Some(String::new());
                "354 Go on"
            }
            "QUIT" => "221 Bye",
            _ => "250 Ok",
        };
        if write.write_all(format!("{answer}\r\n").as_bytes()).await.is_err() {
            return;
        }
    }
}

async fn written(app: &TestApp) {
    app.set_schedule(week(6)).await;
    booked(&app.athlete().await, DAY, TIME).await;
}

const FAILED: &str = "SELECT COUNT(*) FROM mail_outbox WHERE failed_at IS NOT NULL";

both! {
    async fn a_refused_login_greeting_or_quota_puts_a_letter_off(app) {
        written(&app).await;
        let troubles = [
            Script { auth: "535 5.7.8 Authentication credentials invalid", ..GOOD },
            Script { auth: "534 5.7.9 Mechanism too weak", ..GOOD },
            Script { from: "530 5.7.0 Authentication required", ..GOOD },
            Script { auth: "538 5.7.11 Encryption required", ..GOOD },
            Script { greeting: "554 5.3.2 No SMTP service here", ..GOOD },
            Script { greeting: "421 4.3.2 Too many connections", ..GOOD },
            Script { from: "452 4.3.1 Insufficient system storage", ..GOOD },
            Script { to: "450 4.2.1 Greylisted", ..GOOD },
            Script { data: "552 5.2.2 Quota exceeded", ..GOOD },
            Script { to: "550 5.4.5 Daily user sending limit exceeded", ..GOOD },
            Script { from: "553 5.7.1 Sender address rejected: not owned by user", ..GOOD },
            Script { from: "550 5.1.8 Bad sender address", ..GOOD },
        ];
        for trouble in troubles {
            let relay = Relay::open(trouble).await;
            assert_eq!(send_due(&app.state, &relay.transport).await.unwrap(), 0, "{trouble:?}");
            assert_eq!(app.scalar(FAILED).await, 0, "{trouble:?}");
            app.pass_minutes(24 * 60);
        }
        let relay = Relay::open(GOOD).await;
        assert_eq!(send_due(&app.state, &relay.transport).await.unwrap(), 1);
        assert_eq!(relay.took(), 1);
    }

    async fn a_refused_recipient_or_letter_ends_it_and_staff_send_it_again(app) {
        let staff = app.person(3).await;
        for (number, refusal) in [
            Script { to: "550 5.1.1 No such user", ..GOOD },
            Script { data: "554 5.6.0 Message refused", ..GOOD },
        ].into_iter().enumerate() {
            booked_by_another(&app).await;
            let relay = Relay::open(refusal).await;
            assert_eq!(send_due(&app.state, &relay.transport).await.unwrap(), 0, "{refusal:?}");
            assert_eq!(app.scalar(FAILED).await, i64::try_from(number).unwrap() + 1, "{refusal:?}");
        }
        let today = staff.client().get("/api/event/admin/today").await.data();
        let stuck = &today["stuckLetters"];
        assert_eq!(stuck["count"], 2);
        let reasons: Vec<_> = stuck["letters"].as_array().unwrap().iter().map(|one| one["reason"].as_str().unwrap()).collect();
        assert!(reasons.iter().any(|why| why.contains("No such user")), "{reasons:?}");
        assert_eq!(stuck["letters"][0]["kind"], "booking-confirmed");
        app.execute("UPDATE mail_outbox SET to_address = 'right@athletes.example' WHERE failed_at IS NOT NULL").await;
        let one = json!({ "mailId": stuck["letters"][0]["mailId"] });
        assert_eq!(staff.client().post("/api/event/admin/letters/again", one).await.data()["due"], 1);
        assert_eq!(staff.client().post("/api/event/admin/letters/again", json!({})).await.data()["due"], 1);
        let relay = Relay::open(GOOD).await;
        assert_eq!(send_due(&app.state, &relay.transport).await.unwrap(), 2);
        let today = staff.client().get("/api/event/admin/today").await.data();
        assert_eq!(today["stuckLetters"]["count"], 0);
    }

    async fn a_relay_that_keeps_refusing_us_is_shown_while_it_is_still_tried(app) {
        written(&app).await;
        let relay = Relay::open(Script { auth: "535 5.7.8 Authentication credentials invalid", ..GOOD }).await;
        for _ in 0..3 {
            send_due(&app.state, &relay.transport).await.unwrap();
            app.pass_minutes(60);
        }
        let staff = app.person(3).await;
        let stuck = staff.client().get("/api/event/admin/today").await.data()["stuckLetters"].clone();
        assert_eq!(stuck["count"], 1);
        assert!(stuck["letters"][0]["nextAt"].is_string() && stuck["letters"][0]["failedAt"].is_null(), "{stuck}");
    }

    async fn a_stop_in_the_middle_neither_doubles_nor_delays_a_letter(app) {
        app.set_schedule(week(40)).await;
        for _ in 0..12 {
            booked(&app.athlete().await, DAY, TIME).await;
        }
        let relay = Relay::open(GOOD).await;
        for _ in 0..12 {
            let (state, transport) = (app.state.clone(), relay.transport.clone());
            let job = tokio::spawn(async move { send_due(&state, &transport).await });
            // Wherever the job has got to by then.
            tokio::task::yield_now().await;
            job.abort();
            let _ = job.await;
            drop(app.state.sending.write().await);
            let claimed = "SELECT COUNT(*) FROM mail_outbox WHERE claimed_until IS NOT NULL";
            assert_eq!(app.scalar(claimed).await, 0, "nothing stays behind");
        }
        send_due(&app.state, &relay.transport).await.unwrap();
        assert_eq!(relay.took(), 12);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE sent_at IS NULL").await, 0);
    }

    /// Letters used to be rendered before they were stored, and encrypted only if they had a link in them.
    async fn letters_that_an_earlier_release_stored_are_sent_as_they_are(app) {
        let pair = json!(["The text with a link.", "<p>The link</p>"]).to_string();
        let encrypted = app.state.cipher.encrypt("mail_outbox", "two", "body_sealed", &pair).unwrap();
        let insert = "INSERT INTO mail_outbox (mail_id, kind, to_address, subject, created_at, next_attempt_at, \
             text_body, html_body, body_sealed, calendar, calendar_method) VALUES";
        app.execute(format!("{insert} ('one', 'x', 'one@athletes.example', 's', 1, 1, \
             'The plain text.', '<p>The page</p>', NULL, 'BEGIN:VCALENDAR', 'CANCEL')")).await;
        app.execute(format!("{insert} ('two', 'x', 'two@athletes.example', 's', 1, 1, '', '', '{encrypted}', NULL, NULL)")).await;
        let relay = Relay::open(GOOD).await;
        assert_eq!(send_due(&app.state, &relay.transport).await.unwrap(), 2);
        let letters = relay.taken.lock().unwrap().join("\n");
        for part in ["The plain text.", "<p>The page</p>", "method=CANCEL", "The text with a link.", "<p>The link</p>"] {
            assert!(letters.contains(part), "{part}: {letters}");
        }
    }

    async fn a_letter_is_encrypted_until_it_is_sent_and_blank_afterwards(app) {
        let person = app.sign_up("zoe@athletes.example").await;
        app.client().post("/api/user/forgot", json!({ "email": person.email })).await.data();
        let rows = "SELECT COALESCE(body_sealed, '') FROM mail_outbox";
        for row in app.texts(rows).await {
            let row = row.unwrap();
            assert!(row.starts_with("v2.") && !row.contains("token="), "{row}");
        }
        let relay = Relay::open(GOOD).await;
        assert_eq!(send_due(&app.state, &relay.transport).await.unwrap(), 2);
        assert!(relay.taken.lock().unwrap().iter().all(|letter| letter.contains("token=3D") || letter.contains("token=")));
        assert_eq!(app.texts(rows).await, [Some(String::new()), Some(String::new())]);
    }
}

async fn booked_by_another(app: &TestApp) {
    app.set_schedule(week(6)).await;
    booked(&app.athlete().await, DAY, TIME).await;
}
