import { field, fireEvent, queriesKnowing, render, renderQueried, screen, waitFor } from '../../../test/kit'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { ApiFailure, NETWORK_CODE } from '../../../api/client/failure'
import { queryKeys } from '../../../api/queries'
import { NO_TIMES, storedSettings } from '../../../test/stored-settings'
import type { StoredSettings } from '../api'
import { ListsMeanwhile } from './ListsMeanwhile'
import { WeekLists } from './WeekLists'

const UNSAVED = 'The times that you changed are not saved.'

// Shows what would be asked on leaving.
vi.mock('../../../state/LeaveDialog', () => ({
  LeaveDialog: ({ unsaved, children }: { unsaved: () => boolean; children: ReactNode }) =>
    unsaved() ? children : null,
}))

/** The settings as the server has them. */
let stored: StoredSettings
/** Answers the oldest save that has no answer yet. */
let answer: () => void

beforeEach(() => {
  stored = storedSettings(3)
  vi.spyOn(api, 'get').mockImplementation(() => Promise.resolve(stored) as never)
  const waiting: (() => void)[] = []
  answer = () => waiting.shift()?.()
  const save = (_: string, { settings }: StoredSettings) =>
    new Promise((resolve) => {
      waiting.push(() => {
        stored = { settings, rev: stored.rev + 1 }
        resolve(stored)
      })
    })
  vi.spyOn(api, 'put').mockImplementation(save as never)
})

async function shown(queries = queriesKnowing()) {
  renderQueried(<WeekLists onBack={vi.fn<() => void>()} />, queries)
  await screen.findByText('As stored')
}
/** Finds it by its text: a query by role takes seconds among so many cells. */
const press = (button: string) => fireEvent.click(screen.getByText(button, { selector: 'button' }))
const cell = (name: string) => field(name)
const sentRevs = () => vi.mocked(api.put).mock.calls.map(([, body]) => (body as StoredSettings).rev)

it.each([
  ['on the grid', () => fireEvent.click(cell('Tuesday 10:00')), '1 day differs'],
  ['in the form', () => press('Put these times in'), '5 days differ'],
])('what is changed %s while a save is under way stays', async (_, change, differs) => {
  await shown()
  fireEvent.click(cell('Monday 09:00'))
  press('Save the weekly times')
  await waitFor(() => expect(sentRevs()).toEqual([3]))
  change()
  // It is busy, so it sends nothing over the old revision.
  press('Save the weekly times')
  answer()
  await screen.findByText(`${differs} from what is stored`)
  expect(cell('Tuesday 10:00').getAttribute('aria-selected')).toBe('true')
  expect(stored.settings.testSlots).toMatchObject({ monday: ['09:00'], tuesday: [] })

  press('Save the weekly times')
  await waitFor(() => expect(sentRevs()).toEqual([3, 4]))
  answer()
  await screen.findByText('As stored')
  expect(stored.settings.testSlots.tuesday).toContain('10:00')
})

it('lists of bookings are read again after a save, which may have moved some', async () => {
  const bookings = [...queryKeys.mine, 'delivery-bookings']
  const queries = queriesKnowing([bookings, {}])
  await shown(queries)
  fireEvent.click(cell('Monday 09:00'))
  press('Save the weekly times')
  await waitFor(() => expect(sentRevs()).toEqual([3]))
  answer()
  await waitFor(() => expect(queries.getQueryState(bookings)?.isInvalidated).toBe(true))
})

it('keeps the days that only somebody else has changed when one’s own are used', async () => {
  loseAnswers(0)
  await shown()
  fireEvent.click(cell('Tuesday 10:00'))
  stored = { settings: { ...stored.settings, testSlots: { ...NO_TIMES, monday: ['09:00'] } }, rev: 4 }
  press('Save the weekly times')
  await screen.findByText('Use my times')
  screen.getByText('Only yours: 10:00')
  expect(screen.queryByText('Only stored: 09:00')).toBeNull()
  press('Use my times')
  await screen.findByText('As stored')
  expect(stored.settings.testSlots).toMatchObject({ monday: ['09:00'], tuesday: ['10:00'] })
  expect(cell('Monday 09:00').getAttribute('aria-selected')).toBe('true')
})

const lost = new ApiFailure(NETWORK_CODE, '', 0)

/** Saves like the server, which repeats a refusal to the same key; the answers to the first saves are lost. */
function loseAnswers(count: number) {
  const refusals = new Map<string, ApiFailure>()
  const save = (
    _: string,
    { settings, rev }: StoredSettings,
    { idempotencyKey }: { idempotencyKey: string },
  ) => {
    const changed = new ApiFailure('SETTINGS_CHANGED', '', 409, null, null, null, { current: stored })
    const refusal = refusals.get(idempotencyKey) ?? (rev === stored.rev ? null : changed)
    if (refusal) {
      refusals.set(idempotencyKey, refusal)
      return Promise.reject(refusal)
    }
    stored = { settings, rev: rev + 1 }
    return rev < 3 + count ? Promise.reject(lost) : Promise.resolve(stored)
  }
  vi.mocked(api.put).mockImplementation(save as never)
}

it('a save whose answer was lost is seen to be stored', async () => {
  loseAnswers(1)
  await shown()
  fireEvent.click(cell('Monday 09:00'))
  press('Save the weekly times')
  await screen.findByText('As stored')
  expect(screen.queryByText('Not saved')).toBeNull()
  expect(cell('Monday 09:00').getAttribute('aria-selected')).toBe('true')
})

it('a save whose answer was lost is not taken for somebody else’s by the next one', async () => {
  loseAnswers(1)
  await shown()
  vi.mocked(api.get).mockRejectedValue(lost)
  fireEvent.click(cell('Monday 09:00'))
  press('Save the weekly times')
  await screen.findByText('Not saved')
  fireEvent.click(cell('Tuesday 10:00'))
  press('Save the weekly times')
  await screen.findByText('As stored')
  expect(sentRevs()).toEqual([3, 3, 4])
  expect(stored.settings.testSlots).toMatchObject({ monday: ['09:00'], tuesday: ['10:00'] })
})

it('two saves whose answers were lost are not taken for somebody else’s when the second is sent again', async () => {
  loseAnswers(2)
  await shown()
  vi.mocked(api.get).mockRejectedValue(lost)
  fireEvent.click(cell('Monday 09:00'))
  press('Save the weekly times')
  await screen.findByText('Not saved')
  fireEvent.click(cell('Tuesday 10:00'))
  press('Save the weekly times')
  await waitFor(() => expect(sentRevs()).toEqual([3, 3, 4]))
  await screen.findByText('Not saved')
  press('Save the weekly times')
  await screen.findByText('As stored')
  expect(sentRevs()).toEqual([3, 3, 4, 3, 4, 5])
  expect(stored.settings.testSlots).toMatchObject({ monday: ['09:00'], tuesday: ['10:00'] })
})

it('the page is not left with unsaved times unasked', async () => {
  await shown()
  expect(screen.queryByText(UNSAVED)).toBeNull()
  fireEvent.click(cell('Monday 09:00'))
  screen.getByText(UNSAVED)
  press('Put back what is stored')
  expect(screen.queryByText(UNSAVED)).toBeNull()
})

it('two lists with the same ends and as many times differ in words', () => {
  const lists = (time: string) => ({
    testSlots: { ...NO_TIMES, monday: ['10:00', time, '18:00'] },
    retestSlots: NO_TIMES,
  })
  const nothing = vi.fn<() => void>()
  render(<ListsMeanwhile mine={lists('14:00')} theirs={lists('13:00')} onTheirs={nothing} onMine={nothing} />)
  screen.getByText('Only stored: 13:00')
  screen.getByText('Only yours: 14:00')
})

it('moves the focus to the button that saves when the one that puts back goes', async () => {
  await shown()
  fireEvent.click(cell('Monday 09:00'))
  press('Put back what is stored')
  expect(screen.queryByText('Put back what is stored')).toBeNull()
  expect(document.activeElement).toBe(screen.getByText('Save the weekly times', { selector: 'button' }))
})
