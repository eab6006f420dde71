//! Accounts and their profiles. Health columns go in and come out encrypted; [`super::health_access`] decrypts them for those
//! who may read them.

use sixfold_domain::profile::ProfileUpdate;
use sixfold_domain::role::Role;
use sqlx::FromRow;

use super::fold;
use crate::db::connection::column::Number;
use crate::db::encryption::field_encryption::{CipherError, FieldCipher};
use crate::db::sign_in::email;
use crate::db::{Conn, DbError, Result, Sql, params};

const INSERT: &str = "INSERT INTO account (uaid, email, email_lookup, password_hash, role, created_at, updated_at, \
     date_of_birth, email_confirmed_at) VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8) ON CONFLICT DO NOTHING";
const EMAIL_TAKEN: &str = "SELECT COUNT(*) FROM account WHERE email_lookup = $1";
const FIND_LOGIN: &str = "SELECT uaid, email, password_hash, role, first_name, last_name, gender, registered_at, \
     (SELECT COUNT(*) FROM eligibility e WHERE e.uaid = account.uaid) AS screened \
     FROM account WHERE email_lookup = $1 AND deleted_at IS NULL";
const LOGIN_OF: &str = "SELECT uaid, email, password_hash, role, first_name, last_name, gender, registered_at, \
     (SELECT COUNT(*) FROM eligibility e WHERE e.uaid = account.uaid) AS screened \
     FROM account WHERE uaid = $1 AND deleted_at IS NULL";
/// An [`AccountRow`], and what is stored of the person's eligibility. `{bookings}` may
/// add a column.
pub(in crate::db) const FIND: &str = "SELECT account.uaid, account.email, email_confirmed_at, c.email AS email_pending, \
     c.expires_at AS email_pending_until, role, registered_at, first_name, last_name, date_of_birth, t_shirt_size, \
     gender, phone_number, postcode, assistance_required, marketing_pref_1, marketing_pref_2, marketing_pref_3, \
     sport_played, sport_level, improvement, is_competitor, public_opt_in, region, instagram, tiktok, team_booking_id, \
     emergency_name_sealed, emergency_number_sealed, medical_issues_sealed, \
     e.guardian_email, CASE WHEN e.guardian_confirmed_at IS NULL AND e.guardian_email IS NOT NULL THEN \
     (SELECT MAX(t.created_at) FROM one_time_token t WHERE t.uaid = account.uaid AND t.purpose = 'guardian' \
     AND t.used_at IS NULL) END AS guardian_asked_at, \
     e.consent, e.consent_version, e.health_consent, e.health_consent_version, \
     e.health_consent_withdrawn_at, e.guardian_confirmed_at, e.parq_cleared, e.screened_at, e.clearance_at, \
     e.clearance_expires_at, e.parq_sealed IS NOT NULL AS has_answers{bookings} \
     FROM account LEFT JOIN eligibility e ON e.uaid = account.uaid \
     LEFT JOIN email_confirmation c ON c.uaid = account.uaid AND lower(c.email) <> account.email_lookup \
     WHERE account.uaid = $1 AND account.deleted_at IS NULL";
const REV: &str = "SELECT rev FROM account WHERE uaid = $1 AND deleted_at IS NULL";
const UPDATE: &str = "UPDATE account SET updated_at = $2, rev = rev + 1, \
     first_name = COALESCE($3, first_name), last_name = COALESCE($4, last_name), \
     date_of_birth = COALESCE($5, date_of_birth), t_shirt_size = COALESCE($6, t_shirt_size), \
     gender = COALESCE($7, gender), phone_number = COALESCE($8, phone_number), \
     postcode = COALESCE($9, postcode), assistance_required = COALESCE($10, assistance_required), \
     marketing_pref_1 = COALESCE($11, marketing_pref_1), marketing_pref_2 = COALESCE($12, marketing_pref_2), \
     marketing_pref_3 = COALESCE($13, marketing_pref_3), sport_played = COALESCE($14, sport_played), \
     sport_level = COALESCE($15, sport_level), improvement = COALESCE($16, improvement), \
     is_competitor = COALESCE($17, is_competitor), instagram = COALESCE($18, instagram), \
     tiktok = COALESCE($19, tiktok), emergency_name_sealed = COALESCE($20, emergency_name_sealed), \
     emergency_number_sealed = COALESCE($21, emergency_number_sealed), \
     medical_issues_sealed = COALESCE($22, medical_issues_sealed), \
     health_given_at = CASE WHEN COALESCE($20, $21, $22) IS NULL AND NOT COALESCE($10, FALSE) \
     THEN health_given_at ELSE $2 END WHERE uaid = $1 AND deleted_at IS NULL";
const REGISTERED: &str =
    "UPDATE account SET registered_at = COALESCE(registered_at, $2) WHERE uaid = $1 AND deleted_at IS NULL";

#[derive(Debug, Clone)]
pub struct NewAccount {
    /// In lower case.
    pub email: String,
    /// The PHC string; none for somebody who signs in through a provider.
    pub password_hash: Option<String>,
    /// 1 to 4.
    pub role: u8,
    /// `YYYY-MM-DD`, when known.
    pub date_of_birth: Option<String>,
    /// Whether mail to the address is known to reach its owner: a provider or an operator vouches for it.
    pub email_confirmed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inserted {
    Done,
    EmailTaken,
    NumberTaken,
}

/// What signing in needs to know of an account.
#[derive(Debug, Clone, FromRow)]
pub struct LoginRow {
    pub uaid: String,
    pub email: String,
    /// The PHC string; none for accounts that sign in through a provider.
    pub password_hash: Option<String>,
    #[sqlx(try_from = "Number<Role>")]
    pub role: Role,
    /// First name; may be empty.
    pub first_name: String,
    /// Last name; may be empty.
    pub last_name: String,
    /// As stated; none if it was never asked for.
    pub gender: Option<String>,
    /// When the profile was first completed, ms.
    pub registered_at: Option<i64>,
    /// 1 when eligibility is stored, else 0.
    pub screened: i64,
}

impl LoginRow {
    /// Texts that this person's password must not be built from, the site's title among them.
    pub fn known<'a>(&'a self, site: &'a str) -> [&'a str; 4] {
        [&self.email, &self.first_name, &self.last_name, site]
    }
}

#[derive(Debug, Clone, FromRow)]
pub struct AccountRow {
    pub uaid: String,
    pub email: String,
    pub email_confirmed_at: Option<i64>,
    pub email_pending: Option<String>,
    /// When the code that confirms it expires, ms.
    pub email_pending_until: Option<i64>,
    #[sqlx(try_from = "Number<Role>")]
    pub role: Role,
    pub registered_at: Option<i64>,
    pub first_name: String,
    pub last_name: String,
    pub date_of_birth: Option<String>,
    pub t_shirt_size: String,
    pub gender: Option<String>,
    pub phone_number: String,
    pub postcode: String,
    pub assistance_required: bool,
    pub marketing_pref_1: bool,
    pub marketing_pref_2: bool,
    pub marketing_pref_3: bool,
    pub sport_played: String,
    pub sport_level: String,
    pub improvement: String,
    pub is_competitor: bool,
    pub public_opt_in: bool,
    pub region: Option<String>,
    pub instagram: String,
    pub tiktok: String,
    pub team_booking_id: Option<String>,
    pub guardian_email: Option<String>,
    /// When the letter with the guardian's link was written, ms; none once they have confirmed, and long after the link's end.
    pub guardian_asked_at: Option<i64>,
    pub guardian_confirmed_at: Option<i64>,
    pub emergency_name_sealed: Option<String>,
    pub emergency_number_sealed: Option<String>,
    pub medical_issues_sealed: Option<String>,
}

impl AccountRow {
    /// Removes everything about the guardian.
    pub fn hide_guardian(&mut self) {
        (self.guardian_email, self.guardian_asked_at, self.guardian_confirmed_at) = (None, None, None);
    }
}

/// The health fields of a profile, encrypted for their row.
#[derive(Debug, Clone, Default)]
pub struct EncryptedHealth {
    emergency_name: Option<String>,
    emergency_number: Option<String>,
    medical_issues: Option<String>,
}

impl EncryptedHealth {
    pub fn encrypt(cipher: &FieldCipher, uaid: &str, update: &ProfileUpdate) -> Result<Self, CipherError> {
        let encrypt =
            |column, plain: &Option<String>| cipher.encrypt_option("account", uaid, column, plain.as_deref());
        Ok(Self {
            emergency_name: encrypt("emergency_name_sealed", &update.emergency_name)?,
            emergency_number: encrypt("emergency_number_sealed", &update.emergency_number)?,
            medical_issues: encrypt("medical_issues_sealed", &update.medical_issues)?,
        })
    }
}

/// Creates an account under a new number; none if the address is already taken.
pub async fn create(conn: &mut Conn, new: &NewAccount, now_ms: i64) -> Result<Option<String>> {
    // A recently changed address is reserved: its former owner can still undo the change.
    if email::is_taken(conn, &new.email.to_lowercase(), "", now_ms).await? {
        return Ok(None);
    }
    // Ten random digits without a leading zero: numbers reveal neither how many accounts there are nor their order.
    for _ in 0..8 {
        let random = u64::from_be_bytes(crate::db::random_bytes());
        let uaid = (1_000_000_000 + random % 9_000_000_000).to_string();
        match insert(conn, &uaid, new, now_ms).await? {
            Inserted::Done => return Ok(Some(uaid)),
            Inserted::EmailTaken => return Ok(None),
            Inserted::NumberTaken => {}
        }
    }
    Err(DbError::Other("no free account number was found".to_owned()))
}

pub async fn insert(conn: &mut Conn, uaid: &str, new: &NewAccount, now_ms: i64) -> Result<Inserted> {
    let lookup = new.email.to_lowercase();
    let rows = conn
        .affected(
            INSERT,
            params![
                uaid,
                new.email,
                lookup,
                new.password_hash,
                new.role,
                now_ms,
                new.date_of_birth,
                new.email_confirmed.then_some(now_ms)
            ],
        )
        .await?;
    if rows == 1 {
        return Ok(Inserted::Done);
    }
    let taken = conn.any(EMAIL_TAKEN, params![lookup]).await?;
    Ok(if taken { Inserted::EmailTaken } else { Inserted::NumberTaken })
}

/// The account with an address. `lookup` is the address trimmed and in lower case.
pub async fn find_login(conn: &mut Conn, lookup: &str) -> Result<Option<LoginRow>> {
    conn.optional(FIND_LOGIN, params![lookup]).await
}

/// As [`find_login`], by number.
pub async fn login_of(conn: &mut Conn, uaid: &str) -> Result<Option<LoginRow>> {
    conn.optional(LOGIN_OF, params![uaid]).await
}

pub async fn find(conn: &mut Conn, uaid: &str) -> Result<Option<AccountRow>> {
    conn.optional(Sql::built(FIND.replace("{bookings}", "")), params![uaid]).await
}

/// The revision of a profile, which each edit raises; none if there is no such account.
pub async fn rev(conn: &mut Conn, uaid: &str) -> Result<Option<i64>> {
    conn.optional_scalar(REV, params![uaid]).await
}

/// Stores a checked profile. A field that is absent stays as it is; the e-mail address is not changed here.
pub async fn update_profile(
    conn: &mut Conn,
    uaid: &str,
    update: &ProfileUpdate,
    health: &EncryptedHealth,
    now_ms: i64,
) -> Result<()> {
    let handle =
        |index: usize| update.social_media_handles.as_ref()?.get(index).map(|one| one.handle.as_str());
    let (instagram, tiktok) = (handle(0), handle(1));
    let rows = conn
        .affected(
            UPDATE,
            params![
                uaid,
                now_ms,
                update.first_name,
                update.last_name,
                update.date_of_birth,
                update.t_shirt_size,
                update.gender,
                update.phone_number,
                update.postcode,
                update.assistance_required,
                update.marketing_pref1,
                update.marketing_pref2,
                update.marketing_pref3,
                update.sport_played,
                update.sport_level,
                update.improvement,
                update.is_competitor,
                instagram,
                tiktok,
                health.emergency_name,
                health.emergency_number,
                health.medical_issues
            ],
        )
        .await?;
    if rows != 1 {
        return Err(DbError::NotFound);
    }
    fold::keep(conn, uaid).await
}

/// Records when the profile was completed; later calls change nothing.
pub async fn mark_registered(conn: &mut Conn, uaid: &str, now_ms: i64) -> Result<()> {
    conn.execute(REGISTERED, params![uaid, now_ms]).await
}
