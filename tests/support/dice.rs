//! A seeded random number generator.

pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number from 0 to `below - 1`.
    pub fn roll(&mut self, below: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        u32::try_from((mixed ^ (mixed >> 31)) % u64::from(below)).expect("less than what fits")
    }

    /// A final score in hundredths: a sum of three numbers, so mostly in the middle.
    pub fn score(&mut self) -> i32 {
        let sum: u32 = (0..3).map(|_| self.roll(3_334)).sum();
        i32::try_from(sum).expect("at most 10,000")
    }
}
