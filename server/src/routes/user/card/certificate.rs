//! `GET /api/user/certificate`: a certificate of the caller's own result (RULES 13.18).

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};

use super::facts::WhichResult;
use super::load;
use crate::db::sharing::share::Template;
use crate::http::{ApiError, ApiQuery, ErrorEnvelope, Own};
use crate::routes::refusals::{Malformed, OwnOnly};
use crate::site::card::Certificate;
use crate::state::AppState;

/// A page of A4 with the full name, the final and the six tests. Its text can be selected, searched and read aloud.
#[utoipa::path(
    get, path = "/api/user/certificate", tag = "user", operation_id = "certificate",
    params(WhichResult),
    responses(
        (status = 200, description = "The certificate", content_type = "application/pdf", body = Vec<u8>),
        (status = 422, description = "NO_RESULT: nothing to certify yet, or not that booking; NAME_NOT_DRAWABLE: our \
            lettering lacks a letter of the name", body = ErrorEnvelope),
        (status = 503, description = "Too many cards are being drawn", body = ErrorEnvelope),
        Malformed, OwnOnly,
    )
)]
pub(in crate::routes::user) async fn get(
    State(state): State<AppState>,
    Own(user): Own,
    ApiQuery(which): ApiQuery<WhichResult>,
) -> Result<Response, ApiError> {
    let loaded = load(&state, &user, Template::SeasonCard, which.booking_id).await?;
    let Some(name) = loaded.full_name else {
        let sentence = "Our lettering can't write your name. Put it into Latin letters in My Profile, then save it again.";
        return Err(ApiError::rule("NAME_NOT_DRAWABLE", sentence));
    };
    let issued = state.today()?;
    let file = format!("attachment; filename=\"sixfold-certificate-{}.pdf\"", loaded.data.latest.date);
    let certificate = Certificate { name, data: loaded.data, issued };
    let pdf = state.cards.certificate(certificate).await?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/pdf")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_str(&file).map_err(ApiError::internal)?),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-store")),
    ];
    Ok((headers, pdf).into_response())
}
