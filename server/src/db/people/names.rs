//! How a name is shown to those who may not see all of it.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory as _};

/// The first letter of a name with the marks that belong to it; empty of an empty name.
pub fn initial(name: &str) -> String {
    let mut letters = name.trim().chars();
    let Some(first) = letters.next() else { return String::new() };
    first.to_uppercase().chain(letters.take_while(|letter| is_mark(*letter))).collect()
}

/// Whether a letter only marks the one before it, in whatever script.
pub fn is_mark(letter: char) -> bool {
    letter.general_category_group() == GeneralCategoryGroup::Mark
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_initial_is_one_letter_with_its_marks() {
        for (name, expected) in [
            ("Okafor", "O"),
            ("o'Neil", "O"),
            (" de Souza", "D"),
            ("E\u{301}clair", "E\u{301}"),
            ("कि", "कि"),
            ("", ""),
            ("李", "李"),
        ] {
            assert_eq!(initial(name), expected, "{name}");
        }
    }
}
