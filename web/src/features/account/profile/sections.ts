/** The parts of My Profile in their order; the id is the address's hash. */
export const SECTIONS = [
  { id: 'details', title: 'Your details' },
  { id: 'news', title: 'Keep me posted' },
  { id: 'notifications', title: 'Notifications' },
  { id: 'sharing', title: 'What others see' },
  { id: 'coaches', title: 'Coaches' },
  { id: 'signing-in', title: 'Signing in' },
  { id: 'devices', title: 'Devices' },
  { id: 'health', title: 'Health and consent' },
  { id: 'your-data', title: 'Your data' },
] as const

export type SectionId = (typeof SECTIONS)[number]['id']

/** Those that a page shows; the others are for what this site does not do. */
export const shownSections = (sendsNotifications: boolean) =>
  SECTIONS.filter(({ id }) => id !== 'notifications' || sendsNotifications)
