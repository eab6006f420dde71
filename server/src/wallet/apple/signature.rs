//! The signature of a pass: detached CMS (RFC 5652) with the time of signing, and with the certificates up to Apple's own.

use std::time::Duration;

use cms::cert::x509::attr::Attribute;
use cms::cert::x509::der::asn1::{Any, AnyRef, ObjectIdentifier, OctetString, SetOfVec, UtcTime};
use cms::cert::x509::der::{Encode as _, EncodeValue, Tagged};
use cms::cert::x509::spki::AlgorithmIdentifierOwned;
use cms::cert::{CertificateChoices, IssuerAndSerialNumber};
use cms::content_info::{CmsVersion, ContentInfo};
use cms::signed_data::{
    CertificateSet, EncapsulatedContentInfo, SignedData, SignerIdentifier, SignerInfo, SignerInfos,
};
use sha2::{Digest as _, Sha256};

use super::PassError;
use crate::config::wallets::AppleWallet;

const DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.1");
const SIGNED_DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.2");
const CONTENT_TYPE: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.3");
const MESSAGE_DIGEST: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.4");
const SIGNING_TIME: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.5");
const SHA_256: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.1");
const RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");

/// The DER of the signature of `content`, which it does not contain.
pub(super) fn sign(wallet: &AppleWallet, content: &[u8], now_ms: i64) -> Result<Vec<u8>, PassError> {
    let digest = OctetString::new(Sha256::digest(content).as_slice())?;
    let seconds = u64::try_from(now_ms / 1_000).unwrap_or_default();
    let time = UtcTime::from_unix_duration(Duration::from_secs(seconds))?;
    let attributes = SetOfVec::try_from(vec![
        attribute(CONTENT_TYPE, &DATA)?,
        attribute(SIGNING_TIME, &time)?,
        attribute(MESSAGE_DIGEST, &digest)?,
    ])?;
    let signature = wallet.key.sign(&attributes.to_der()?)?;
    let sha_256 = AlgorithmIdentifierOwned { oid: SHA_256, parameters: None };
    let certificate = &wallet.certificate.tbs_certificate;
    let signer = SignerInfo {
        version: CmsVersion::V1,
        sid: SignerIdentifier::IssuerAndSerialNumber(IssuerAndSerialNumber {
            issuer: certificate.issuer.clone(),
            serial_number: certificate.serial_number.clone(),
        }),
        digest_alg: sha_256.clone(),
        signed_attrs: Some(attributes),
        signature_algorithm: AlgorithmIdentifierOwned { oid: RSA, parameters: Some(AnyRef::NULL.into()) },
        signature: OctetString::new(signature)?,
        unsigned_attrs: None,
    };
    let certificates =
        [&wallet.certificate, &wallet.intermediate].map(|of| CertificateChoices::Certificate(of.clone()));
    let signed = SignedData {
        version: CmsVersion::V1,
        digest_algorithms: SetOfVec::try_from(vec![sha_256])?,
        encap_content_info: EncapsulatedContentInfo { econtent_type: DATA, econtent: None },
        certificates: Some(CertificateSet(SetOfVec::try_from(certificates.to_vec())?)),
        crls: None,
        signer_infos: SignerInfos(SetOfVec::try_from(vec![signer])?),
    };
    let info = ContentInfo { content_type: SIGNED_DATA, content: Any::encode_from(&signed)? };
    Ok(info.to_der()?)
}

fn attribute(oid: ObjectIdentifier, value: &(impl EncodeValue + Tagged)) -> Result<Attribute, PassError> {
    let values = SetOfVec::try_from(vec![Any::encode_from(value)?])?;
    Ok(Attribute { oid, values })
}
