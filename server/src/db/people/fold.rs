//! Names as they are searched: lower case without accents, in any script, so that "nguyen" finds Nguyễn and "жанна"
//! finds Жанна on either engine.
//!
//! The engines cannot do this themselves: SQLite lower-cases ASCII only, PostgreSQL what its locale knows. Triggers
//! store an ASCII name in its searchable form and mark any other as not folded yet (migration 10). A job that writes a
//! name folds it too ([`keep`]); names stored in another way are folded when the server starts and every hour
//! ([`keep_all`]).

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::canonical_combining_class;

use crate::db::{Conn, Result, params};

const UNFOLDED: &str = "SELECT s.uaid, s.names, a.first_name, a.last_name FROM account_search s \
    JOIN account a ON a.uaid = s.uaid WHERE NOT s.folded ORDER BY s.uaid LIMIT $1";
const UNFOLDED_OF: &str = "SELECT s.uaid, s.names, a.first_name, a.last_name FROM account_search s \
    JOIN account a ON a.uaid = s.uaid WHERE NOT s.folded AND s.uaid = $1";
/// Unless the name has changed since it was read.
const KEEP: &str =
    "UPDATE account_search SET names = $2, folded = TRUE WHERE uaid = $1 AND names = $3 AND NOT folded";

/// Letters that Unicode does not decompose, and what people type for them.
const LETTERS: [(char, &str); 13] = [
    ('æ', "ae"),
    ('ð', "d"),
    ('đ', "d"),
    ('ħ', "h"),
    ('ı', "i"),
    ('ł', "l"),
    ('ŋ', "n"),
    ('ø', "o"),
    ('œ', "oe"),
    ('ß', "ss"),
    // The form at the end of a word.
    ('ς', "σ"),
    ('þ', "th"),
    ('ŧ', "t"),
];

/// The account's number, the name as the trigger left it, first and last name.
type Unfolded = (String, String, String, String);

/// Lower case without accents. Marks that Unicode does not combine with a letter, such as the vowel signs of Indian
/// scripts, stay.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    // Lower-casing can produce a letter with a mark, and decomposing can produce a capital.
    let small: String = text.to_lowercase().nfkd().collect();
    for letter in small.to_lowercase().nfkd().filter(|letter| canonical_combining_class(*letter) == 0) {
        match LETTERS.iter().find(|(known, _)| *known == letter) {
            Some((_, plain)) => folded.push_str(plain),
            None => folded.push(letter),
        }
    }
    folded
}

/// Folds a person's name, in the job that wrote it.
pub async fn keep(conn: &mut Conn, uaid: &str) -> Result<()> {
    let found: Vec<Unfolded> = conn.all(UNFOLDED_OF, params![uaid]).await?;
    store(conn, &found).await
}

/// Folds at most `limit` names that are not folded yet, and returns how many there were.
pub async fn keep_all(conn: &mut Conn, limit: i64) -> Result<usize> {
    let found: Vec<Unfolded> = conn.all(UNFOLDED, params![limit]).await?;
    store(conn, &found).await?;
    Ok(found.len())
}

async fn store(conn: &mut Conn, names: &[Unfolded]) -> Result<()> {
    for (uaid, before, first, last) in names {
        // Each word has two spaces before it, so that its beginning makes a trigram however short the search is.
        let folded = format!("  {}", fold(&format!("{first} {last}")).replace(' ', "  "));
        conn.execute(KEEP, params![uaid, folded, before]).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_and_what_people_type_for_it_fold_alike() {
        for (name, typed) in [
            ("Nguyễn", "nguyen"),
            ("NGUYỄN", "nguyễn"),
            ("Жанна", "жанна"),
            ("Андрей", "АНДРЕИ"),
            ("Παπαδάκης", "ΠΑΠΑΔΑΚΗΣ"),
            ("Zoë", "ZOE"),
            ("Łukasz", "lukasz"),
            ("Đặng", "dang"),
            ("İpek", "ipek"),
            ("Yıldız", "yildiz"),
            ("Straße", "STRASSE"),
            ("Æsir", "aesir"),
            ("Œuvre", "oeuvre"),
            ("Þór", "thor"),
            ("Bjørn", "bjorn"),
            ("ﬁona", "Fiona"),
            ("Zoe\u{301}", "Zoé"),
            ("مُحَمَّد", "محمد"),
            ("김민준", "김민준"),
        ] {
            assert_eq!(fold(name), fold(typed), "{name}");
        }
        assert_eq!(
            (fold("Robin O'Neill-Field"), fold("李"), fold("")),
            ("robin o'neill-field".into(), "李".into(), String::new())
        );
        // A vowel sign is not an accent: without it the syllable is a different one.
        assert_ne!(fold("कि"), fold("क"));
    }

    proptest::proptest! {
        /// Folding is idempotent, whatever the case.
        #[test]
        fn folding_again_changes_nothing(text in "\\PC{0,20}") {
            let once = fold(&text);
            proptest::prop_assert_eq!(fold(&once), once.clone());
            proptest::prop_assert!(once.chars().all(|letter| canonical_combining_class(letter) == 0));
        }
    }
}
