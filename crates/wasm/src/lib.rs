//! The browser's face of the rules: conversions only, not one rule.
