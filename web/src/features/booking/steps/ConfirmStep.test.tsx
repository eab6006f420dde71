import { render, screen } from '../../../test/kit'
import { describe, expect, it, vi } from 'vitest'
import { ApiFailure } from '../../../api/client/failure'
import { paths } from '../../../paths'
import type { UserProfile } from '../../../api/types'
import { detailsFrom } from '../details'
import { BookingSummary, ConfirmStep } from './ConfirmStep'
import { DEFAULT_ENTRY, type BookingEntry } from '../entry'
import type { Book } from '../use-book'

const BOOK = {
  type: 'test',
  config: { event: { eventLocationName: 'The academy', eventLocationPostCode: 'SW11 8DD' } },
} as unknown as Book

const PROFILE = { emergencyName: 'Sam', emergencyNumber: '+447700900123', medicalIssues: 'Asthma' }

it.each([
  [{}, 'Sam, +44 7700 900123', 'As in your profile'],
  [{ medicalIssues: 'A knee' }, 'Sam, +44 7700 900123', 'Changed'],
  [{ emergencyName: '', emergencyNumber: '', medicalIssues: '' }, 'As in your profile', 'As in your profile'],
  [{ emergencyName: 'Ann', emergencyNumber: '020 7946 0000' }, 'Ann, 020 7946 0000', 'As in your profile'],
])('shows whom to call, and whether there are notes but not their text: %o', (typed, contact, notes) => {
  const profile = PROFILE as UserProfile
  const details = { ...detailsFrom(profile), ...typed }
  render(
    <BookingSummary
      book={BOOK}
      date="2026-11-24"
      time="11:00"
      moving={null}
      details={details}
      profile={profile}
    />,
  )
  const value = (term: string) => screen.getByText(term).nextElementSibling?.textContent
  expect([value('Emergency contact'), value('Medical notes')]).toEqual([contact, notes])
})

it('says of notes that the profile lacks that they are given, and of nothing that it is not', () => {
  const summary = (medicalIssues: string) => (
    <BookingSummary
      book={BOOK}
      date="2026-11-24"
      time="11:00"
      moving={null}
      details={{ ...detailsFrom(undefined), medicalIssues }}
    />
  )
  const { rerender } = render(summary('A knee'))
  const notes = () => screen.getByText('Medical notes').nextElementSibling?.textContent
  expect(notes()).toBe('Given')
  rerender(summary(''))
  expect(notes()).toBe('None given')
})

const refused = (errorCode: string, moving: BookingEntry | null = null) =>
  render(
    <ConfirmStep
      book={BOOK}
      date="2026-11-24"
      time="11:00"
      moving={moving}
      busy={false}
      error={new ApiFailure(errorCode, '', 422)}
      attempt={1}
      onConfirm={vi.fn()}
      onBack={vi.fn()}
      onAskAssistance={vi.fn()}
    />,
  )

describe('a booking that is refused', () => {
  it.each([
    ['BOOKING_OPEN_EXISTS', 'Go to My tests', paths.myTests()],
    ['SCREENING_REQUIRED', 'Answer the health questions', paths.register()],
    ['SCREENING_EXPIRED', 'Answer the health questions', paths.register()],
    ['HEALTH_CONSENT_REQUIRED', 'Go to Health and consent', `${paths.myProfile()}#health`],
    ['GUARDIAN_REQUIRED', 'See our e-mail to them', `${paths.myProfile()}#health`],
  ])('%s leads on by “%s”', (errorCode, link, href) => {
    refused(errorCode)
    expect(document.activeElement?.contains(screen.getByRole('alert'))).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(href)
  })

  it('for the answers of the screening can be asked for with assistance', () => {
    refused('SCREENING_NOT_CLEARED')
    expect(screen.getByRole('button', { name: 'Ask for an assistance booking' })).toBeTruthy()
  })

  // RULES 6.4
  it('for the answers of the screening is a matter for a call if it moves another', () => {
    const booked = { eventTestStatus: 'booked', eventLocationContactNumber: '020 7946 0000' } as const
    refused('SCREENING_NOT_CLEARED', { ...DEFAULT_ENTRY, ...booked })
    expect(screen.getByRole('alert').textContent).toContain('Call 020 7946 0000')
    expect(screen.queryByRole('button', { name: 'Ask for an assistance booking' })).toBeNull()
  })

  it('for anything else says why, above what would be booked', () => {
    refused('MAINTENANCE')
    expect(screen.getByRole('alert').textContent).toContain('That did not work')
    expect(screen.queryByRole('link')).toBeNull()
  })
})
