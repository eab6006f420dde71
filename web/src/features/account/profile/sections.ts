/** The parts of My Profile in their order; the id is the address's hash. */
export const SECTIONS = [
  { id: 'details', title: 'Your details' },
  { id: 'news', title: 'Keep me posted' },
  { id: 'sharing', title: 'What others see' },
  { id: 'coaches', title: 'Coaches' },
  { id: 'signing-in', title: 'Signing in' },
  { id: 'devices', title: 'Devices' },
  { id: 'health', title: 'Health and consent' },
  { id: 'your-data', title: 'Your data' },
] as const

export type SectionId = (typeof SECTIONS)[number]['id']
