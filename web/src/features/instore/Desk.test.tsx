// The desk as a whole: that it opens, and onboarding a walk-in from its menu.
import { act, renderQueried, screen, waitFor } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import type { Day } from '../../offline/day'
import { OutboxError } from '../../offline/outbox'
import { dayBooking } from '../../test/day-booking'
import { CASEY } from '../../test/desk'
import { Desk } from './Desk'
import type { OnboardOutcome } from './onboarding/onboard'

const world = vi.hoisted(() => ({
  readDesk: vi.fn<() => Promise<unknown>>(),
  onboardByCode: vi.fn<() => Promise<OnboardOutcome>>(),
}))

vi.mock('../../offline/outbox/use-outbox', () => {
  const status = { entries: [], waiting: 0, refused: 0, sending: false, lastSync: null, online: true }
  const outbox = {
    readDesk: world.readDesk,
    status: () => status,
    subscribe: () => () => undefined,
    device: () => Promise.resolve(null),
  }
  return { useOutbox: () => ({ outbox, status }) }
})
vi.mock('../../offline/day', () => {
  const list = { day: null, age: null, askedAt: null, renew: () => Promise.resolve() }
  return { useDay: () => list }
})
vi.mock('../../auth/SessionProvider', () => ({
  useSession: () => ({ status: 'unauthenticated' }),
  useAuth: () => ({}),
}))
vi.mock('../../rules', () => ({ loadRules: () => Promise.resolve({}) }))
vi.mock('./onboarding/onboard', () => ({ onboardByCode: world.onboardByCode }))
vi.mock('./OnboardingDesk', () => ({ OnboardingDesk: () => null }))

it.each(['NO_STORE', 'NO_SPACE'] as const)(
  'says what to do when it cannot be opened, and promises nothing: %s',
  async (code) => {
    world.readDesk.mockRejectedValue(new OutboxError(code))
    renderQueried(<Desk title="Desk" arrivals={null} signInHref="/" />)
    await screen.findByText(
      'This browser gives the desk no storage. Leave private mode, or free some space, then try again.',
    )
    expect(screen.getByRole('alert').textContent).not.toMatch(/score|entry|safe/)
  },
)

const day = { date: '2026-11-21' } as Day
const onboarded = dayBooking('b1', { onboarded: true, onboardedDevice: 'theirs' })

it.each<[string, OnboardOutcome, string]>([
  [
    'another tablet has just onboarded them',
    { is: 'already', booking: onboarded, day, device: 'ours' },
    'Another tablet has onboarded them. Find them under Today to carry on here.',
  ],
  [
    'nobody knows which tablet has onboarded them',
    { is: 'already', booking: onboarded, day, device: null },
    'They are already onboarded. Find them under Today to carry on here.',
  ],
  [
    'this tablet has declined them',
    { is: 'declined', left: { how: 'declined', person: CASEY, athlete: null, at: 0 } },
    'This tablet declined that booking. Find them under Today.',
  ],
])('says why a walk-in is not onboarded: %s', async (_, outcome, why) => {
  world.readDesk.mockResolvedValue(null)
  world.onboardByCode.mockResolvedValue(outcome)
  const said = vi.fn<(why: string | null) => void>()
  renderQueried(
    <Desk
      title="Desk"
      arrivals={null}
      signInHref="/"
      walkIn={(onboard) => (
        <button type="button" onClick={() => void onboard('7K3QXM').then(said)}>
          Onboard now
        </button>
      )}
    />,
  )
  const menu = await screen.findByRole('button', { name: 'Open menu' })
  await act(async () => menu.click())
  await act(async () => screen.getByRole('button', { name: 'Onboard now' }).click())
  await waitFor(() => expect(said).toHaveBeenCalledWith(why))
  expect(screen.getByRole('dialog', { name: 'Menu' })).toBeTruthy()
})
