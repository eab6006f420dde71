//! Typing slips in the domain of an e-mail address: `gmial.com` for `gmail.com` (RULES 10.5). Only for a hint, never a refusal:
//! each of them may be a real domain.

/// The most common mail domains in the UK.
const KNOWN: [&str; 22] = [
    "gmail.com",
    "googlemail.com",
    "hotmail.com",
    "hotmail.co.uk",
    "outlook.com",
    "outlook.co.uk",
    "live.com",
    "live.co.uk",
    "msn.com",
    "yahoo.com",
    "yahoo.co.uk",
    "ymail.com",
    "icloud.com",
    "me.com",
    "mac.com",
    "aol.com",
    "btinternet.com",
    "sky.com",
    "talktalk.net",
    "virginmedia.com",
    "proton.me",
    "protonmail.com",
];

/// Real domains that look like a slip of a known one.
const REAL: [&str; 9] = [
    "mail.com",
    "email.com",
    "gmx.com",
    "gmx.co.uk",
    "live.fr",
    "yahoo.fr",
    "yahoo.de",
    "hotmail.fr",
    "ymail.co.uk",
];

/// The address that was probably meant, if the domain looks like a slip.
pub fn did_you_mean(address: &str) -> Option<String> {
    let address = address.trim().to_ascii_lowercase();
    let (local, domain) = address.rsplit_once('@')?;
    if local.is_empty() || KNOWN.contains(&domain) || REAL.contains(&domain) {
        return None;
    }
    let meant = ending(domain).or_else(|| {
        KNOWN.into_iter().filter(|known| is_near(domain, known)).min_by_key(|known| distance(domain, known))
    })?;
    Some(format!("{local}@{meant}"))
}

/// A known name with a wrong ending: `gmail.co`, `gmail.con`, `hotmail.uk`, `gmail`.
fn ending(domain: &str) -> Option<&'static str> {
    let (name, rest) = domain.split_once('.').unwrap_or((domain, ""));
    let british = match rest {
        "" | "c" | "co" | "cm" | "om" | "con" | "cmo" | "ocm" | "comm" | "vom" | "xom" | "coom" => false,
        "uk" | "com.uk" | "co.uk.com" | "couk" | "co.k" | "co.u" | "cok" => true,
        _ => return None,
    };
    let of_name = |known: &&str| known.split_once('.').is_some_and(|(known, _)| known == name);
    let mut fits = KNOWN.into_iter().filter(of_name);
    let first = fits.next()?;
    if british { fits.find(|known| known.ends_with("co.uk")).or(Some(first)) } else { Some(first) }
}

/// Close enough to be a typing slip: one letter added, missing, changed or swapped; two in a long name. Short names are one
/// letter away from too many real ones.
fn is_near(domain: &str, known: &str) -> bool {
    let most = match known.len() {
        0..=8 => 0,
        9..=10 => 1,
        _ => 2,
    };
    distance(domain, known) <= most
}

/// Letters inserted, removed, replaced, or swapped with their neighbour (Damerau–Levenshtein, optimal string alignment).
fn distance(left: &str, right: &str) -> usize {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let width = right.len() + 1;
    let mut rows: Vec<Vec<usize>> = vec![(0..width).collect()];
    for (i, a) in left.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in right.iter().enumerate() {
            let mut least = (rows[i][j + 1] + 1).min(row[j] + 1).min(rows[i][j] + usize::from(a != b));
            let swapped = i > 0 && j > 0 && *a == right[j - 1] && left[i - 1] == *b;
            if swapped {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[left.len()][right.len()]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn common_slips_are_found() {
        for (typed, meant) in [
            ("zoe@gmial.com", "zoe@gmail.com"),
            ("zoe@gmai.com", "zoe@gmail.com"),
            ("zoe@gnail.com", "zoe@gmail.com"),
            ("zoe@gmaill.com", "zoe@gmail.com"),
            ("zoe@gmail.con", "zoe@gmail.com"),
            ("zoe@gmail.co", "zoe@gmail.com"),
            ("zoe@gmail", "zoe@gmail.com"),
            ("Zoe@GMIAL.com ", "zoe@gmail.com"),
            ("zoe@hotmial.co.uk", "zoe@hotmail.co.uk"),
            ("zoe@hotmail.uk", "zoe@hotmail.co.uk"),
            ("zoe@hotnail.com", "zoe@hotmail.com"),
            ("zoe@outlok.com", "zoe@outlook.com"),
            ("zoe@yaho.co.uk", "zoe@yahoo.co.uk"),
            ("zoe@iclod.com", "zoe@icloud.com"),
            ("zoe@icloud.con", "zoe@icloud.com"),
            ("zoe@hotmail.con", "zoe@hotmail.com"),
            ("zoe@hotmail.couk", "zoe@hotmail.co.uk"),
            ("zoe@hotmail.co.k", "zoe@hotmail.co.uk"),
            ("zoe@outlook.co.u", "zoe@outlook.co.uk"),
            ("zoe@yahoo.cok", "zoe@yahoo.co.uk"),
            ("zoe@btinetrnat.com", "zoe@btinternet.com"),
            ("zoe@btinternat.com", "zoe@btinternet.com"),
        ] {
            assert_eq!(did_you_mean(typed).as_deref(), Some(meant), "{typed}");
        }
    }

    #[test]
    fn what_looks_right_is_left_alone() {
        for typed in [
            "zoe@gmail.com",
            "zoe@mail.com",
            "zoe@gmx.co.uk",
            "zoe@me.com",
            "zoe@he.com",
            "zoe@sixfold.example",
            "zoe@lite.com",
            // Two letters away from gmail.com, once with a swap.
            "zoe@small.com",
            "zoe@gmial.cam",
            "zoe@skye.com",
            "zoe@ox.ac.uk",
            "zoe@company.co",
            "zoe",
            "@gmial.com",
            "",
        ] {
            assert_eq!(did_you_mean(typed), None, "{typed}");
        }
    }

    proptest! {
        #[test]
        fn a_suggestion_is_an_address_that_needs_none(text in "\\PC{0,40}", domain in "[a-z.]{0,16}") {
            for typed in [text.clone(), format!("{text}@{domain}")] {
                if let Some(meant) = did_you_mean(&typed) {
                    prop_assert_eq!(did_you_mean(&meant), None);
                    prop_assert!(KNOWN.contains(&meant.rsplit_once('@').unwrap().1));
                }
            }
        }

        #[test]
        fn every_swap_in_a_long_known_domain_is_found(known in 0..KNOWN.len(), at in 0_usize..6) {
            let mut letters: Vec<char> = KNOWN[known].chars().collect();
            prop_assume!(letters.len() > 8 && letters[at] != letters[at + 1] && letters[at + 1] != '.' && letters[at] != '.');
            letters.swap(at, at + 1);
            let typed = format!("zoe@{}", letters.into_iter().collect::<String>());
            prop_assert!(did_you_mean(&typed).is_some(), "{}", typed);
        }
    }
}
