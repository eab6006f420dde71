import { press, renderQueried, screen } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import type { EventConfig, UserProfile } from '../../../api/types'
import { SiteTitle } from '../../../components/site-title'
import { booked } from '../../../test/booked'
import type { BookingEntry } from '../entry'
import { OpenTicket } from './OpenTicket'

const saveFile = vi.hoisted(() => vi.fn<(name: string, file: Blob) => void>())
vi.mock('../../../components/save-file', () => ({ saveFile }))

vi.mock('../../../rules', () => ({
  useRules: () => ({
    bookingType: () => 'retest',
    cancelAllowed: () => null,
    londonNow: () => ({ date: '2026-11-20' }),
    londonToMillis: () => Date.UTC(2026, 10, 24, 10),
  }),
}))
vi.mock('../../../notifications/Invitation', () => ({ Invitation: () => null }))

const ENTRY = booked({ eventLocationContactNumber: '020 7946 0000' })
const PROFILE = {
  uaid: '1',
  firstName: 'Sam',
  lastName: 'Stone',
  emailAddress: 'sam@example.com',
} as unknown as UserProfile
const CONFIG = { event: { mapUrl: null }, bookingSessionConfig: {} } as unknown as EventConfig

const show = (profile: UserProfile = PROFILE, entry: BookingEntry = ENTRY) =>
  renderQueried(
    <SiteTitle value="Riverside Six">
      <OpenTicket
        kit={[]}
        way={null}
        entry={entry}
        entries={[entry]}
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

// RULES 4.6
it('shows the code of a booking, and none of a request, which the desk would refuse', () => {
  const entry = { ...ENTRY, eventTestCode: '7K3QXM' }
  const { unmount } = show(PROFILE, entry)
  expect(screen.getByTestId('booking-code').textContent).toBe('7K3QXM')
  unmount()
  show(PROFILE, { ...entry, eventTestStatus: 'assistance' })
  expect(screen.getByRole('article', { name: 'Your request' })).toBeTruthy()
  expect(screen.queryByTestId('booking-code')).toBeNull()
})

it('goes into a calendar under the name of the site', async () => {
  show()
  await press('Add to calendar')
  const link = screen.getByRole('link', { name: 'Google Calendar' })
  expect(new URL(link.getAttribute('href') ?? '').searchParams.get('text')).toBe('Riverside Six retest')
})

// RULES 4.9
it('goes into a calendar file as the letters have it: a request without its code', async () => {
  const moved = { ...ENTRY, eventTestCode: '7K3QXM', eventTestSequence: 2 }
  const saved = async (entry: BookingEntry) => {
    const { unmount } = show(PROFILE, entry)
    await press('Add to calendar')
    await press(/a file$/)
    unmount()
    return (await saveFile.mock.lastCall?.[1].text()) ?? ''
  }
  const booked = await saved(moved)
  for (const line of ['SEQUENCE:2', 'STATUS:CONFIRMED', 'Booking code 7K3QXM']) expect(booked).toContain(line)
  const request = await saved({ ...moved, eventTestStatus: 'assistance' })
  for (const line of ['SEQUENCE:2', 'STATUS:TENTATIVE', 'DESCRIPTION:We’re holding this time'])
    expect(request).toContain(line)
  expect(request).not.toContain('7K3QXM')
})
