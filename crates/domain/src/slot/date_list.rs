//! The two lists of dates to which the weekly lists do not apply.

macro_rules! date_lists {
    ($(
        $(#[$doc:meta])*
        $name:ident { stored: $stored:literal, word: $word:literal, item: $item:literal,
            label: $label:literal, in_sentence: $in_sentence:literal, hint: $hint:literal, }
    )+) => {
        /// A list of dates in the schedule.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum DateList {
            $($(#[$doc])* $name,)+
        }

        impl DateList {
            /// Every list.
            pub const ALL: [Self; [$(Self::$name),+].len()] = [$(Self::$name),+];

            /// The word in the store for one of its dates.
            pub const fn stored(self) -> &'static str {
                match self { $(Self::$name => $stored,)+ }
            }

            /// The word on the wire for one of its dates.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $word,)+ }
            }

            /// The id of the content item that holds the list.
            pub const fn item(self) -> &'static str {
                match self { $(Self::$name => $item,)+ }
            }

            /// What staff pages call one of its dates.
            pub const fn words(self) -> super::KindWords {
                match self {
                    $(Self::$name => super::KindWords { label: $label, in_sentence: $in_sentence, hint: $hint },)+
                }
            }
        }
    };
}

date_lists! {
    /// Dates that offer nothing.
    Closed {
        stored: "closed", word: "closed-date", item: "closed-dates",
        label: "Closed day", in_sentence: "closed day", hint: "Nothing is offered all day.",
    }
    /// Dates that offer nothing but mop-up sessions.
    BankHolidays {
        stored: "bank-holiday", word: "bank-holiday", item: "bank-holidays",
        label: "Bank holiday", in_sentence: "bank holiday", hint: "Nothing is offered but mop-up sessions.",
    }
}

impl DateList {
    /// The list whose dates have this word in the store.
    pub fn from_stored(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|list| list.stored() == word)
    }
}
