//! Who may read which health field (RULES 9.4). Every reading of one goes through [`HealthAccess`], which decides, writes
//! the line of the audit log, and alone decrypts; `tests/structure/health.rs` enforces that.

use sixfold_domain::role::{Capability, Relation, Role};
use sixfold_domain::time::Date;

use super::account::AccountRow;
use super::audit;
use super::relation::{relation, today};
use crate::db::encryption::field_encryption::{CipherError, FieldCipher};
use crate::db::{Conn, Result, params};

const LISTED: &str = "SELECT COUNT(*) FROM audit_log WHERE subject_uaid = $1 AND actor_uaid = $2 AND object_id = $3 \
     AND action = 'health.listed'";

/// An encrypted column with health data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HealthField {
    EmergencyName,
    EmergencyNumber,
    MedicalNotes,
    AssistanceType,
    ClearanceBasis,
    ScreeningAnswers,
}

impl HealthField {
    const ALL: [Self; 6] = [
        Self::EmergencyName,
        Self::EmergencyNumber,
        Self::MedicalNotes,
        Self::AssistanceType,
        Self::ClearanceBasis,
        Self::ScreeningAnswers,
    ];

    /// Table, column, and the capability whose row in the table of roles (RULES 9.3) says who may read it of somebody else.
    const fn row(self) -> (&'static str, &'static str, Capability) {
        match self {
            Self::EmergencyName => ("account", "emergency_name_sealed", Capability::ReadHealth),
            Self::EmergencyNumber => ("account", "emergency_number_sealed", Capability::ReadHealth),
            Self::MedicalNotes => ("account", "medical_issues_sealed", Capability::ReadHealth),
            Self::AssistanceType => ("booking", "assistance_type_sealed", Capability::ReadHealth),
            Self::ClearanceBasis => ("eligibility", "clearance_basis_sealed", Capability::RecordClearance),
            // Staff see what follows from the answers, never the answers.
            Self::ScreeningAnswers => ("eligibility", "parq_sealed", Capability::UseAccount),
        }
    }

    /// Their owner reads all of them, whatever their role.
    fn may_read(self, role: Role, relation: Relation) -> bool {
        let (_, _, capability) = self.row();
        relation == Relation::Own || role.can(capability).reaches(relation)
    }
}

/// Whether a role may enter health data with a booking: whoever could not read it cannot write it either.
pub fn may_write(role: Role) -> bool {
    role.can(Capability::ReadHealth).allowed()
}

/// The caller who reads health data.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    pub uaid: &'a str,
    pub role: Role,
}

/// A list that shows health data of many people and stays open all day.
#[derive(Debug, Clone, Copy)]
pub enum List {
    /// The desk's list of a day: who is booked on it, who was onboarded on it, and today who is still in the test.
    Desk(Date),
    Assistance,
}

impl List {
    /// Its name in the audit log.
    const fn name(self) -> &'static str {
        match self {
            Self::Desk(_) => "desk",
            Self::Assistance => "assistance",
        }
    }
}

/// The health fields of a profile, in plain text.
#[derive(Debug, Clone, Default)]
pub struct DecryptedHealth {
    pub emergency_name: Option<String>,
    pub emergency_number: Option<String>,
    pub medical_issues: Option<String>,
}

/// A reader's access to the health data of one person. A field that the reader may not see reads as absent.
#[derive(Debug)]
pub struct HealthAccess<'a> {
    cipher: &'a FieldCipher,
    uaid: String,
    role: Role,
    relation: Relation,
}

impl<'a> HealthAccess<'a> {
    /// Access to the reader's own data, which is not logged.
    pub fn own(cipher: &'a FieldCipher, reader: Reader<'_>) -> Self {
        Self { cipher, uaid: reader.uaid.to_owned(), role: reader.role, relation: Relation::Own }
    }

    /// Access to the data of one person; none if there is no field that the reader may see. Logged as `health.read` unless it is
    /// the reader's own, which needs a job that writes.
    pub async fn open(
        conn: &mut Conn,
        cipher: &'a FieldCipher,
        reader: Reader<'_>,
        uaid: &str,
        now_ms: i64,
    ) -> Result<Option<Self>> {
        let grant = reader.role.can(Capability::ReadHealth);
        let relation = relation(conn, grant, reader.uaid, uaid, now_ms).await?;
        let access = Self { cipher, uaid: uaid.to_owned(), role: reader.role, relation };
        if !access.reads_anything() {
            return Ok(None);
        }
        note_reading(conn, reader, uaid, now_ms).await?;
        Ok(Some(access))
    }

    /// Access to the data of somebody on a list; none if there is no field that the reader may see. Logged as `health.listed`, once
    /// for each London day, list, reader and person, so that `health.read` means that somebody looked. Needs a job that writes.
    pub async fn of_listed(
        conn: &mut Conn,
        cipher: &'a FieldCipher,
        reader: Reader<'_>,
        uaid: &str,
        list: List,
        now_ms: i64,
    ) -> Result<Option<Self>> {
        let today = today(now_ms)?;
        let relation = match list {
            _ if reader.uaid == uaid => Relation::Own,
            List::Desk(date) if date == today => Relation::Today,
            List::Desk(_) | List::Assistance => Relation::Other,
        };
        let access = Self { cipher, uaid: uaid.to_owned(), role: reader.role, relation };
        if !access.reads_anything() {
            return Ok(None);
        }
        if relation != Relation::Own {
            note_listing(conn, reader, uaid, &format!("{} {today}", list.name()), now_ms).await?;
        }
        Ok(Some(access))
    }

    fn reads_anything(&self) -> bool {
        HealthField::ALL.iter().any(|field| field.may_read(self.role, self.relation))
    }

    /// `row` is the key of the row that the value is encrypted for.
    fn read(
        &self,
        field: HealthField,
        row: &str,
        encrypted: Option<&str>,
    ) -> Result<Option<String>, CipherError> {
        let (table, column, _) = field.row();
        let encrypted = encrypted.filter(|_| field.may_read(self.role, self.relation));
        self.cipher.decrypt_option(table, row, column, encrypted)
    }

    pub fn profile(&self, account: &AccountRow) -> Result<DecryptedHealth, CipherError> {
        let [emergency_name, emergency_number] = self.emergency_contact(
            account.emergency_name_sealed.as_deref(),
            account.emergency_number_sealed.as_deref(),
        )?;
        let notes = account.medical_issues_sealed.as_deref();
        let medical_issues = self.read(HealthField::MedicalNotes, &self.uaid, notes)?;
        Ok(DecryptedHealth { emergency_name, emergency_number, medical_issues })
    }

    /// The name and the number of the person to call.
    pub fn emergency_contact(
        &self,
        name: Option<&str>,
        number: Option<&str>,
    ) -> Result<[Option<String>; 2], CipherError> {
        Ok([
            self.read(HealthField::EmergencyName, &self.uaid, name)?,
            self.read(HealthField::EmergencyNumber, &self.uaid, number)?,
        ])
    }

    /// The help that was asked for with one of the person's bookings.
    pub fn assistance_type(
        &self,
        booking_id: &str,
        encrypted: Option<&str>,
    ) -> Result<Option<String>, CipherError> {
        self.read(HealthField::AssistanceType, booking_id, encrypted)
    }

    /// What a clearance is based on.
    pub fn clearance_basis(&self, encrypted: Option<&str>) -> Result<Option<String>, CipherError> {
        self.read(HealthField::ClearanceBasis, &self.uaid, encrypted)
    }

    /// The answers to the screening, as JSON.
    pub fn screening_answers(&self, encrypted: Option<&str>) -> Result<Option<String>, CipherError> {
        self.read(HealthField::ScreeningAnswers, &self.uaid, encrypted)
    }
}

/// Logs that somebody other than its owner has read a person's health data; a stored answer that is repeated counts as a
/// reading too.
pub async fn note_reading(conn: &mut Conn, reader: Reader<'_>, uaid: &str, now_ms: i64) -> Result<()> {
    if reader.uaid == uaid {
        return Ok(());
    }
    let actor = (reader.uaid, i64::from(reader.role.number()));
    audit::by(conn, actor, "health.read", Some(uaid), None, now_ms).await
}

async fn note_listing(
    conn: &mut Conn,
    reader: Reader<'_>,
    uaid: &str,
    list_and_day: &str,
    now_ms: i64,
) -> Result<()> {
    if conn.any(LISTED, params![uaid, reader.uaid, list_and_day]).await? {
        return Ok(());
    }
    let actor = (reader.uaid, i64::from(reader.role.number()));
    audit::by(conn, actor, "health.listed", Some(uaid), Some(list_and_day), now_ms).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use HealthField::{
        AssistanceType, ClearanceBasis, EmergencyName, EmergencyNumber, MedicalNotes, ScreeningAnswers,
    };

    const RELATIONS: [Relation; 4] = [Relation::Own, Relation::Team, Relation::Today, Relation::Other];

    /// RULES 9.4 in full: whose data of a field a role may read.
    #[test]
    fn each_role_reads_what_the_rule_lists_and_no_more() {
        let own = &RELATIONS[..1];
        let today = &[Relation::Own, Relation::Today][..];
        let any = &RELATIONS[..];
        let by_role = |field| match field {
            //                                                              athlete, in-store, delivery, coach
            EmergencyName | EmergencyNumber | MedicalNotes | AssistanceType => [own, today, any, own],
            ClearanceBasis => [own, own, any, own],
            ScreeningAnswers => [own; 4],
        };
        for field in HealthField::ALL {
            for (role, expected) in Role::ALL.into_iter().zip(by_role(field)) {
                for relation in RELATIONS {
                    let allowed = field.may_read(role, relation);
                    assert_eq!(allowed, expected.contains(&relation), "{field:?} for {role:?}, {relation:?}");
                }
            }
        }
    }

    #[test]
    fn a_field_that_is_not_the_readers_stays_closed() {
        let cipher = FieldCipher::new(&[7; 32], []);
        let answers = cipher.encrypt("eligibility", "12", "parq_sealed", "[]").unwrap();
        let basis = cipher.encrypt("eligibility", "12", "clearance_basis_sealed", "a letter").unwrap();
        let access = HealthAccess {
            cipher: &cipher,
            uaid: "12".into(),
            role: Role::Delivery,
            relation: Relation::Other,
        };
        assert_eq!(access.screening_answers(Some(&answers)), Ok(None));
        assert_eq!(access.clearance_basis(Some(&basis)), Ok(Some("a letter".into())));
        let own = HealthAccess::own(&cipher, Reader { uaid: "12", role: Role::Coach });
        assert_eq!(own.screening_answers(Some(&answers)), Ok(Some("[]".into())));
        let other = HealthAccess::own(&cipher, Reader { uaid: "13", role: Role::Coach });
        assert_eq!(other.screening_answers(Some(&answers)), Err(CipherError::Aead));
    }
}
