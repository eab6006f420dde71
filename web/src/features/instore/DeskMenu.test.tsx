import { act, render, screen, within } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import { CASEY, ROBIN } from '../../test/desk'
import type { DeskContext } from './desk/use-desk'
import { DeskMenu } from './DeskMenu'
import type { Person } from './model'

vi.mock('../../auth/SessionProvider', () => ({
  useSession: () => ({ status: 'authenticated' }),
  useAuth: () => ({ signOut: () => Promise.resolve() }),
}))

function show(desk: object, unsent: number) {
  render(
    <DeskMenu
      desk={desk as DeskContext}
      unsent={unsent}
      signInHref="/"
      walkIn={null}
      onClose={vi.fn<() => void>()}
    />,
  )
}

/** Presses Sign out with so many entries that are not on the server, and returns the question about it. */
async function leave(unsent: number, unsaved: number, unsealed: boolean) {
  const desk = {
    store: {},
    state: { queue: [], persistence: { pending: Array.from({ length: unsaved }, () => ({})) } },
    status: { online: true },
    unsent: new Set(),
    unsealed,
  }
  show(desk, unsent)
  await act(async () => screen.getByRole('button', { name: 'Sign out' }).click())
  return within(screen.getByRole('alertdialog'))
}

it.each([1, 3])('says that nothing is lost by signing out when everything is stored: %s', async (unsent) => {
  const question = await leave(unsent, 0, false)
  expect(question.getByText(/^What is unsent stays on this tablet .* Nothing is lost\.$/)).toBeTruthy()
  expect(question.getByRole('button', { name: 'Sign out' })).toBeTruthy()
})

it.each([
  ['the tablet is full', 3, 3, false, '3 entries are', 'them'],
  ['the tablet took all but one', 3, 1, false, '1 entry is', 'it'],
  ['the browser cannot encrypt', 2, 0, true, '2 entries are', 'them'],
] as const)('says what is lost by signing out when %s', async (_, unsent, unsaved, unsealed, what, lost) => {
  const question = await leave(unsent, unsaved, unsealed)
  expect(question.getByText(`${what} not saved on this tablet. Signing out loses ${lost}.`)).toBeTruthy()
  expect(question.getByRole('button', { name: `Sign out and lose ${lost}` })).toBeTruthy()
})

// RULES 4.5
it('names whoever leaves the tablet without a final', async () => {
  const queued = (person: Person, more: object) => ({ ...person, tests: {}, ...more })
  const finished = { resultFinal: { status: 'completed', score: 50 } }
  show(
    {
      store: {},
      state: {
        queue: [queued(CASEY, {}), queued(ROBIN, finished)],
        people: { [CASEY.bookingId]: CASEY, [ROBIN.bookingId]: ROBIN },
        persistence: { pending: [] },
      },
      status: { online: true },
      unsent: new Set(),
      unsealed: false,
    },
    0,
  )
  await act(async () => screen.getByRole('button', { name: 'Clear this tablet' }).click())
  const question = within(screen.getByRole('alertdialog'))
  expect(
    question.getByText(/ Without a final: Casey Drummond\. .*programme delivery can finish/),
  ).toBeTruthy()
})
