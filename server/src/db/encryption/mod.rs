//! The encryption of single columns, and the list of those that are encrypted.

pub mod encrypted_columns;
pub mod field_encryption;
