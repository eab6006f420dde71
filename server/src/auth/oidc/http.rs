//! Requests to a provider.

use std::pin::Pin;

use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse, reqwest};

/// The largest answer that is read, in bytes: metadata and keys have a few thousand.
const LARGEST: usize = 1024 * 1024;

/// Sends requests to a provider; unlike the client of the library it stops reading at [`LARGEST`].
#[derive(Debug)]
pub(super) struct Http(pub(super) reqwest::Client);

/// Why a provider gave no usable answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum HttpError {
    #[error(transparent)]
    Request(#[from] reqwest::Error),
    #[error(transparent)]
    Response(#[from] axum::http::Error),
    #[error("the answer is larger than 1 MiB")]
    TooLarge,
}

impl Http {
    pub(super) async fn send(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let mut response = self.0.execute(request.try_into()?).await?;
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            if body.len() + chunk.len() > LARGEST {
                return Err(HttpError::TooLarge);
            }
            body.extend_from_slice(&chunk);
        }
        let mut whole = axum::http::Response::builder().status(response.status()).body(body)?;
        *whole.headers_mut() = std::mem::take(response.headers_mut());
        Ok(whole)
    }
}

impl<'a> AsyncHttpClient<'a> for Http {
    type Error = HttpError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send + 'a>>;

    fn call(&'a self, request: HttpRequest) -> Self::Future {
        Box::pin(self.send(request))
    }
}
