/** The lists that forms and tables offer. Written by `cargo xtask gen` from `crates/domain/src/choices.rs`. */

export const T_SHIRT_SIZES = [
  { value: 'XXS', label: 'XXS' },
  { value: 'XS', label: 'XS' },
  { value: 'S', label: 'S' },
  { value: 'M', label: 'M' },
  { value: 'L', label: 'L' },
  { value: 'XL', label: 'XL' },
  { value: 'XXL', label: 'XXL' },
  { value: 'XXXL', label: 'XXXL' },
] as const

export const GENDERS = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
  { value: 'other', label: 'Other' },
  { value: 'none', label: 'Prefer not to say' },
] as const

export const SPORT_LEVELS = [
  { value: 'Just for fun', label: 'Just for fun' },
  { value: 'School', label: 'School' },
  { value: 'Club', label: 'Club' },
  { value: 'County', label: 'County' },
  { value: 'National', label: 'National' },
  { value: 'International', label: 'International' },
] as const

export const STATUSES = [
  { value: 'booked', label: 'Booked' },
  { value: 'assistance', label: 'Asked for help' },
  { value: 'completed', label: 'Finished' },
  { value: 'dnt', label: 'Did not test' },
  { value: 'declined', label: 'Declined' },
  { value: 'cancelled', label: 'Cancelled' },
] as const
