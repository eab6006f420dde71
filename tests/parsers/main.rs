//! The parsers of foreign text on bytes that nobody sensible would send: the corpus that the fuzz targets of `fuzz/` have
//! gathered, and proptest's. What has to hold is in `tests/support/parsers`.

mod corpus;
mod properties;
