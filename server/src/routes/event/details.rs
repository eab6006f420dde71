//! The details that an athlete sends with a booking: shirt, contact, notes, the help they need. Checked by the profile's own
//! rules, encrypted, and saved to the profile and to the booking.

use sixfold_domain::profile::text::{ASSISTANCE_TYPE_MAX, MEDICAL_ISSUES_MAX, NOT_STATED, paragraph};
use sixfold_domain::profile::{ProfileError, TShirtSize, contact, person};
use sixfold_domain::role::Role;

use super::payload::BookingBody;
use crate::booking::context::BookingContext;
use crate::db::Conn;
use crate::db::bookings::booking::{self, Booking, Details};
use crate::db::people::health_access;
use crate::http::ApiError;

/// The details, checked. `None` keeps what is stored.
#[derive(Debug, Clone, Default)]
pub(super) struct AthleteDetails {
    t_shirt_size: Option<TShirtSize>,
    assistance_required: Option<bool>,
    assistance_type: Option<String>,
    emergency_name: Option<String>,
    emergency_number: Option<String>,
    medical_issues: Option<String>,
}

impl AthleteDetails {
    /// Checks the details of a body. Health data from a coach is ignored.
    pub(super) fn read(body: &BookingBody, role: Role) -> Result<Self, ApiError> {
        let shirt = stated(body.t_shirt_size.as_deref()).map(str::parse::<TShirtSize>).transpose();
        let mut details = Self {
            t_shirt_size: shirt.map_err(|error| wrong("tShirtSize", error))?,
            assistance_required: body.assistance_required,
            ..Self::default()
        };
        if health_access::may_write(role) {
            details.emergency_name = checked("emergencyName", body.emergency_name.as_deref(), person::name)?;
            details.emergency_number =
                checked("emergencyNumber", body.emergency_number.as_deref(), contact::phone)?;
            details.medical_issues = checked("medicalIssues", body.medical_issues.as_deref(), |text| {
                paragraph(text, MEDICAL_ISSUES_MAX)
            })?;
            details.assistance_type = checked("assistanceType", body.assistance_type.as_deref(), |text| {
                paragraph(text, ASSISTANCE_TYPE_MAX)
            })?;
        }
        Ok(details)
    }

    /// Encrypts and saves them.
    pub(super) async fn save(
        &self,
        conn: &mut Conn,
        context: &BookingContext,
        booking: &Booking,
    ) -> Result<(), ApiError> {
        let health =
            [&self.emergency_name, &self.emergency_number, &self.medical_issues, &self.assistance_type];
        if health.iter().any(|field| field.is_some()) {
            context.require_health_consent()?;
        }
        let cipher = &context.state.cipher;
        let encrypt = |column: &str, plain: &Option<String>| {
            cipher.encrypt_option("account", &context.uaid, column, plain.as_deref()).map_err(ApiError::from)
        };
        let details = Details {
            t_shirt_size: self.t_shirt_size.map(|size| size.as_str().to_owned()),
            assistance_required: self.assistance_required,
            emergency_name: encrypt("emergency_name_sealed", &self.emergency_name)?,
            emergency_number: encrypt("emergency_number_sealed", &self.emergency_number)?,
            medical_issues: encrypt("medical_issues_sealed", &self.medical_issues)?,
            assistance_type: cipher.encrypt_option(
                "booking",
                &booking.id,
                "assistance_type_sealed",
                self.assistance_type.as_deref(),
            )?,
        };
        Ok(booking::save_details(conn, booking, &details, context.now_ms).await?)
    }
}

/// Free text from staff; refused when it is too long.
pub(super) fn text(value: Option<String>, field: &'static str) -> Result<Option<String>, ApiError> {
    checked(field, value.as_deref(), |text| paragraph(text, super::payload::TEXT_MAX))
}

fn checked(
    field: &'static str,
    value: Option<&str>,
    check: impl Fn(&str) -> Result<String, ProfileError>,
) -> Result<Option<String>, ApiError> {
    stated(value).map(check).transpose().map_err(|error| wrong(field, error))
}

/// Empty text and 'N/A', which stands for absence, count as no value (RULES 9.7).
fn stated(value: Option<&str>) -> Option<&str> {
    value.map(str::trim).filter(|text| !text.is_empty() && !text.eq_ignore_ascii_case(NOT_STATED))
}

fn wrong(field: &'static str, error: ProfileError) -> ApiError {
    ApiError::rule(error.code(), error.to_string()).field(field)
}
