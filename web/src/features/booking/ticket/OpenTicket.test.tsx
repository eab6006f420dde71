import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { EventConfig, UserProfile } from '../../../api/types'
import { SiteTitle } from '../../../components/site-title'
import { renderQueried } from '../../../test/render'
import { DEFAULT_ENTRY } from '../entry'
import { OpenTicket } from './OpenTicket'

vi.mock('../../../rules', () => ({
  useRules: () => ({
    bookingType: () => 'retest',
    cancelAllowed: () => null,
    londonNow: () => ({ date: '2026-11-20' }),
    londonToMillis: () => Date.UTC(2026, 10, 24, 10),
  }),
}))
vi.mock('../../../notifications/Invitation', () => ({ Invitation: () => null }))

const ENTRY = {
  ...DEFAULT_ENTRY,
  eventBookingId: 'b-1',
  eventTestDate: '2026-11-24',
  eventTestTime: '10:00',
  eventTestStatus: 'booked' as const,
  eventLocationContactNumber: '020 7946 0000',
}
const PROFILE = {
  uaid: '1',
  firstName: 'Sam',
  lastName: 'Stone',
  emailAddress: 'sam@example.com',
} as unknown as UserProfile
const CONFIG = { event: { mapUrl: null }, bookingSessionConfig: {} } as unknown as EventConfig

const show = (profile: UserProfile = PROFILE) =>
  renderQueried(
    <SiteTitle value="Riverside Six">
      <OpenTicket
        kit={[]}
        way={null}
        entry={ENTRY}
        entries={[ENTRY]}
        profile={profile}
        config={CONFIG}
        onCancelled={vi.fn()}
      />
    </SiteTitle>,
  )

// RULES 6.4
it('leads to another time only if they can move it themselves, and otherwise says whom to call', () => {
  const { unmount } = show()
  expect(screen.getByRole('link', { name: 'Change' })).toBeTruthy()
  unmount()
  const refusals = [{ code: 'SCREENING_NOT_CLEARED', field: '', message: '' }]
  show({ ...PROFILE, bookingEligibility: { mode: 'assistance', refusals } })
  expect(screen.queryByRole('link', { name: 'Change' })).toBeNull()
  expect(screen.getByText('Call 020 7946 0000 to change the time of your booking.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cancel booking' })).toBeTruthy()
})

it('goes into a calendar under the name of the site', async () => {
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Add to calendar' }))
  const link = screen.getByRole('link', { name: 'Google Calendar' })
  expect(new URL(link.getAttribute('href') ?? '').searchParams.get('text')).toBe('Riverside Six retest')
})
