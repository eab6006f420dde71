//! Erasing a person: personal data is removed from every table, and what stays has no name (RULES 9.8). Exports are not
//! stored; the audit log keeps its entries without the reasons that staff typed.

use sixfold_domain::time::london_date_time;

use super::{audit, coach, health};
use crate::db::messages::{notification, wallet};
use crate::db::sharing::crew;
use crate::db::{Conn, DbError, Result, params};

const ERASE: &str = "UPDATE account SET email = '', email_lookup = $3, email_confirmed_at = NULL, password_hash = NULL, role = 1, \
     updated_at = $2, deleted_at = $2, first_name = '', last_name = '', date_of_birth = NULL, t_shirt_size = 'M', \
     gender = NULL, phone_number = '', postcode = '', assistance_required = FALSE, marketing_pref_1 = FALSE, \
     marketing_pref_2 = FALSE, marketing_pref_3 = FALSE, sport_played = '', sport_level = '', improvement = '', \
     is_competitor = FALSE, region = NULL, instagram = '', tiktok = '', team_booking_id = NULL, \
     public_opt_in = FALSE, share_last_name = FALSE, birthday_letter_at = NULL \
     WHERE uaid = $1 AND deleted_at IS NULL";
/// Letters about the person (to them or to their guardian), and any other letter to their address or a former one.
const LETTERS: &str = "DELETE FROM mail_outbox WHERE uaid = $1 OR to_address = $2 \
     OR REPLACE(text_body, $2, '') <> text_body OR REPLACE(html_body, $2, '') <> html_body \
     OR to_address IN (SELECT f.email FROM former_email f WHERE f.uaid = $1)";
/// Letters in which the person asked, as a coach, to see an athlete's results: subject and text have the coach's name. The audit
/// log knows them after the role is lost too.
const REQUESTS: &str = "DELETE FROM mail_outbox WHERE kind = 'coach-booking' AND EXISTS (SELECT 1 FROM audit_log l \
     JOIN account a ON a.uaid = l.subject_uaid WHERE l.action = 'coach.asked' AND l.at = mail_outbox.created_at \
     AND l.object_id = $1 AND (a.uaid = mail_outbox.uaid OR a.email = mail_outbox.to_address \
     OR mail_outbox.to_address IN (SELECT f.email FROM former_email f WHERE f.uaid = a.uaid)))";
const BOOKINGS: &str =
    "UPDATE booking SET notes = NULL, t_shirt_size = 'M', assistance_required = FALSE WHERE uaid = $1";
const SESSIONS: &str = "UPDATE session SET user_agent = NULL, idp_sid = NULL, provider_id = NULL, id_token_sealed = NULL, \
     client_data = NULL WHERE uaid = $1";
const ANSWERS: &str = "DELETE FROM idempotency_key WHERE owner = $1 OR subject_uaid = $1";
/// Stored answers to other people's requests that name this person as a coach or as the one who recorded a clearance. The answers
/// are encrypted, so the audit log is used to find those that may name them. An athlete's list also names coaches who never asked:
/// those of the teams that the athlete is in or was tested in.
const ANSWERS_OF_OTHERS: &str = "WITH led AS (SELECT t.team_booking_id FROM team t WHERE t.coach_uaid = $1 \
     UNION SELECT l.object_id FROM audit_log l WHERE l.subject_uaid = $1 \
     AND l.action IN ('team.create', 'team.update', 'team.delete')) \
     DELETE FROM idempotency_key WHERE (path = '/api/user/coaches' AND owner IN (\
     SELECT l.subject_uaid FROM audit_log l WHERE l.object_id = $1 AND l.action IN ('coach.asked', 'coach.accepted', \
     'coach.declined', 'coach.withdrawn', 'coach.vouched', 'coach.unvouched') \
     UNION SELECT a.uaid FROM account a WHERE a.team_booking_id IN (SELECT team_booking_id FROM led) \
     UNION SELECT b.uaid FROM booking b WHERE b.team_booking_id IN (SELECT team_booking_id FROM led))) \
     OR (path IN ('/api/event/admin/user/update', '/api/event/admin/clearance') AND subject_uaid IN (\
     SELECT l.subject_uaid FROM audit_log l WHERE l.action = 'clearance.recorded' AND l.actor_uaid = $1))";
const LINKS: &str = "DELETE FROM one_time_token WHERE uaid = $1";
const CONFIRMATIONS: &str = "DELETE FROM email_confirmation WHERE uaid = $1";
const FORMER_EMAILS: &str = "DELETE FROM former_email WHERE uaid = $1";
const IDENTITIES: &str = "DELETE FROM identity WHERE uaid = $1";
const SECOND_FACTOR: &str = "DELETE FROM second_factor WHERE uaid = $1";
const MAILED_CODE: &str = "DELETE FROM second_factor_code WHERE uaid = $1";
const PASSKEYS: &str = "DELETE FROM passkey WHERE uaid = $1";
const RECOVERY_CODES: &str = "DELETE FROM recovery_code WHERE uaid = $1";
const ELIGIBILITY: &str = "DELETE FROM eligibility WHERE uaid = $1";
/// Reporting a card locks its row too, so no report is stored after [`REPORTS`].
const LOCK_SHARES: &str = "UPDATE share SET revoked_at = revoked_at WHERE uaid = $1";
const REPORTS: &str =
    "DELETE FROM share_report WHERE share_id IN (SELECT share_id FROM share WHERE uaid = $1)";
const SHARES: &str = "DELETE FROM share WHERE uaid = $1";
const PHOTOS: &str = "DELETE FROM card_photo WHERE uaid = $1";
const REFUSED_PHOTOS: &str = "DELETE FROM card_photo_refused WHERE uaid = $1";
const CORRECTION_REQUESTS: &str = "DELETE FROM correction_request WHERE uaid = $1";
const ALERTS: &str = "DELETE FROM time_alert WHERE uaid = $1";
const CALENDARS: &str = "DELETE FROM calendar_feed WHERE uaid = $1";
const LEAVE_LINES: &str = "UPDATE waitlist SET status = 'left' WHERE uaid = $1 AND status = 'waiting'";
const END_OFFERS: &str =
    "UPDATE waitlist SET offer_expires_at = $2, letter_at = NULL WHERE uaid = $1 AND status = 'offered'";

/// Leaves every waiting list. An open offer lapses at once, and the job that watches offers passes the seat on. The
/// caller has locked the slots ([`crate::db::bookings::waitlist::slots_of`]).
pub async fn leave_lines(conn: &mut Conn, uaid: &str, now_ms: i64) -> Result<()> {
    conn.execute(LEAVE_LINES, params![uaid]).await?;
    conn.execute(END_OFFERS, params![uaid, now_ms]).await
}

/// Erases all personal data of an account; the row stays as the anonymous owner of its finals. The caller cancels open
/// bookings and revokes sessions, and has locked the athlete: a job that was just sending an alert has ended, so that its letter
/// is deleted too.
pub async fn account(conn: &mut Conn, uaid: &str, email: &str, now_ms: i64) -> Result<()> {
    conn.execute(LETTERS, params![uaid, email]).await?;
    conn.execute(REQUESTS, params![uaid]).await?;
    health::erase(conn, uaid).await?;
    audit::forget_reasons(conn, uaid).await?;
    coach::forget(conn, uaid).await?;
    let today = london_date_time(now_ms).map_err(|error| DbError::Other(error.to_string()))?.date;
    wallet::forget(conn, uaid).await?;
    notification::forget(conn, uaid).await?;
    crew::leave_all(conn, uaid, today, now_ms).await?;
    for sql in [
        BOOKINGS,
        SESSIONS,
        ANSWERS,
        ANSWERS_OF_OTHERS,
        LINKS,
        CONFIRMATIONS,
        FORMER_EMAILS,
        IDENTITIES,
        SECOND_FACTOR,
        PASSKEYS,
        RECOVERY_CODES,
        MAILED_CODE,
        ELIGIBILITY,
        LOCK_SHARES,
        REPORTS,
        SHARES,
        PHOTOS,
        REFUSED_PHOTOS,
        CORRECTION_REQUESTS,
        ALERTS,
        CALENDARS,
    ] {
        conn.execute(sql, params![uaid]).await?;
    }
    let lookup = format!("deleted {uaid}");
    let rows = conn.affected(ERASE, params![uaid, now_ms, lookup]).await?;
    if rows == 1 { Ok(()) } else { Err(DbError::NotFound) }
}
