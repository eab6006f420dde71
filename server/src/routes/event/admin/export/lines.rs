//! The lines of each file. User input is escaped by [`field`]; numbers, ids, dates and codes of ours need no escaping.

use std::fmt::Display;

use crate::config::clock::iso;
use crate::db::bookings::csv_export::{BookingLine, ResultLine, TeamLine, UserLine};
use crate::http::ApiError;
use crate::http::csv::{field, line};

pub(super) const BOOKINGS: &str = "uaid,firstName,lastName,eventBookingId,eventTestCode,bookingDate,bookingTime,\
    eventTestStatus,eventTestType,tShirtSize,teamBookingId,teamName,bookedAt,arrivedAt,onboardedAt,completedAt,score,held,\
    scoreRemoved\r\n";
pub(super) const USERS: &str = "uaid,emailAddress,firstName,lastName,dateOfBirth,gender,phoneNumber,postcode,region,role,\
    isCompetitor,sportPlayed,sportLevel,marketingPref1,marketingPref2,marketingPref3,createdAt,registeredAt,teamBookingId,\
    emailConfirmed\r\n";
pub(super) const TEAMS: &str =
    "teamBookingId,teamName,testDate,testTime,coachUaid,coachName,members,completed\r\n";
/// The columns of a result before its attempts.
const RESULTS: &str =
    "uaid,firstName,lastName,eventBookingId,date,time,eventTestStatus,finalScore,test,status,score";
/// The most attempts that a protocol has.
const ATTEMPTS: usize = 10;

/// The heading of results, with as many attempts as a test can have.
pub(super) fn results_heading() -> String {
    let attempts: Vec<String> = (1..=ATTEMPTS).map(|number| format!("attempt{number}")).collect();
    format!("{RESULTS},{},held,scoreRemoved\r\n", attempts.join(","))
}

pub(super) fn bookings(rows: &[BookingLine]) -> Result<String, ApiError> {
    let write = |row: &BookingLine| {
        Ok(line(&[
            row.uaid.clone(),
            field(&row.first_name),
            field(&row.last_name),
            row.booking_id.clone(),
            row.code.clone(),
            row.test_date.clone(),
            row.test_time.clone(),
            row.status.clone(),
            row.booking_type.clone(),
            row.t_shirt_size.clone(),
            text(row.team_booking_id.as_ref()),
            text(row.team_name.as_ref()),
            moment(Some(row.created_at))?,
            moment(row.arrived_at)?,
            moment(row.onboarded_at)?,
            moment(row.completed_at)?,
            number(row.score),
            row.held.to_string(),
            row.score_removed.to_string(),
        ]))
    };
    rows.iter().map(write).collect()
}

pub(super) fn users(rows: &[UserLine]) -> Result<String, ApiError> {
    let write = |row: &UserLine| {
        Ok(line(&[
            row.uaid.clone(),
            field(&row.email),
            field(&row.first_name),
            field(&row.last_name),
            text(row.date_of_birth.as_ref()),
            text(row.gender.as_ref()),
            field(&row.phone_number),
            field(&row.postcode),
            text(row.region.as_ref()),
            row.role.to_string(),
            row.is_competitor.to_string(),
            field(&row.sport_played),
            field(&row.sport_level),
            row.marketing_pref_1.to_string(),
            row.marketing_pref_2.to_string(),
            row.marketing_pref_3.to_string(),
            moment(Some(row.created_at))?,
            moment(row.registered_at)?,
            text(row.team_booking_id.as_ref()),
            row.email_confirmed.to_string(),
        ]))
    };
    rows.iter().map(write).collect()
}

/// A line for each test of a booking, with its attempts side by side.
pub(super) fn results(rows: &[ResultLine]) -> String {
    let of_one_test =
        rows.chunk_by(|one, next| (&one.booking_id, &one.test_type) == (&next.booking_id, &next.test_type));
    of_one_test
        .filter_map(|rows| {
            let row = rows.first()?;
            let mut fields = vec![
                row.uaid.clone(),
                field(&row.first_name),
                field(&row.last_name),
                row.booking_id.clone(),
                row.test_date.clone(),
                row.test_time.clone(),
                row.status.clone(),
                number(row.final_score),
                row.test_type.clone(),
                row.test_status.clone(),
                number(row.score),
            ];
            let attempts = rows.iter().map(|row| number(row.attempt));
            fields.extend(attempts.chain(std::iter::repeat(String::new())).take(ATTEMPTS));
            fields.extend([row.held.to_string(), row.score_removed.to_string()]);
            Some(line(&fields))
        })
        .collect()
}

pub(super) fn teams(rows: &[TeamLine]) -> String {
    let write = |row: &TeamLine| {
        let coach = [&row.first_name, &row.last_name].map(|name| name.clone().unwrap_or_default()).join(" ");
        line(&[
            field(&row.team_booking_id),
            field(&row.name),
            row.test_date.clone(),
            row.test_time.clone(),
            text(row.coach_uaid.as_ref()),
            field(coach.trim()),
            row.members.to_string(),
            row.completed.to_string(),
        ])
    };
    rows.iter().map(write).collect()
}

fn text(value: Option<&String>) -> String {
    value.map(|text| field(text)).unwrap_or_default()
}

fn moment(at: Option<i64>) -> Result<String, ApiError> {
    at.map_or_else(|| Ok(String::new()), iso).map_err(ApiError::internal)
}

fn number(value: Option<impl Display>) -> String {
    value.map(|number| number.to_string()).unwrap_or_default()
}
