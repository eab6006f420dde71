import { field, press, renderQueried, screen, userEvent } from '../../test/kit'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../api/client/client'
import { ApiFailure } from '../../api/client/failure'
import { bookingRow } from '../../test/booking-row'
import { CorrectResults } from './CorrectResults'

vi.mock('../../state/LeaveDialog', () => ({ LeaveDialog: () => null }))

const SPEED = {
  TestType: 'Speed',
  score: 50,
  unit: 's',
  allowed: 1,
  revision: 1,
  attempts: [{ score: 3.45 }],
}
const ANSWERS: Readonly<Record<string, unknown>> = {
  'user/results': { results: [{ eventBookingId: 'b1', score: 50, protocolVersion: 1, tests: [SPEED] }] },
}

beforeEach(() => {
  vi.spyOn(api, 'post').mockResolvedValue({ bookings: [bookingRow()], more: false } as never)
  vi.spyOn(api, 'get').mockImplementation(((path: string) => Promise.resolve(ANSWERS[path])) as never)
})

const attempt = () => screen.findByLabelText<HTMLInputElement>('Speed, attempt 1, in s')
async function open() {
  renderQueried(<CorrectResults />)
  await userEvent.click(field('Athlete'))
  await userEvent.paste('10000001')
  await press(/Robin Rival/)
  return attempt()
}

it('has a place for each attempt that the protocols of the visit allow', async () => {
  const strength = { ...SPEED, TestType: 'Strength', unit: 'N/kg', allowed: 3 }
  vi.mocked(api.get).mockResolvedValue({
    results: [{ eventBookingId: 'b1', score: 50, protocolVersion: 1, tests: [SPEED, strength] }],
  } as never)
  await open()
  expect(screen.getAllByLabelText(/^Strength, attempt/)).toHaveLength(3)
  expect(screen.getAllByLabelText(/^Speed, attempt/)).toHaveLength(1)
})

it('asks before a correction that has been begun is left for another athlete', async () => {
  await userEvent.type(await open(), '1')
  await press('Another athlete')
  const question = screen.getByRole('alertdialog', { name: 'Leave without saving?' })
  expect(question.textContent).toContain('what you typed is lost')
  await press('Stay here')
  expect((await attempt()).value).toBe('3.451')
  await press('Another athlete')
  await press('Leave')
  expect(field('Athlete')).toBeTruthy()
})

it('leaves a result that nobody has changed at once', async () => {
  await open()
  await press('Another athlete')
  expect(field('Athlete')).toBeTruthy()
})

it('keeps what is typed into the reason while a correction is under way', async () => {
  await userEvent.type(await open(), '1')
  let answer = () => {}
  const corrected = new Promise((resolve) => (answer = () => resolve({ score: 51 })))
  vi.mocked(api.post).mockReturnValueOnce(corrected as never)
  const reason = field<HTMLTextAreaElement>(/^Reason/)
  await userEvent.type(reason, 'Another lane')
  await press('Correct the result')
  await userEvent.type(reason, ', and a late start')
  answer()
  await screen.findByRole('button', { name: 'Correct the result' })
  expect(reason.value).toBe('Another lane, and a late start')
})

it.each([
  ['from before the first season', '0001-01-01'],
  ['of somebody who was tested before the day of their booking', '9999-12-31'],
])('finds results %s', async (_, bookingDate) => {
  const find = (_path: string, { from, to }: { from: string; to: string }) =>
    Promise.resolve({ bookings: from <= bookingDate && bookingDate <= to ? [bookingRow()] : [], more: false })
  vi.mocked(api.post).mockImplementation(find as never)
  await open()
})

it.each([
  [false, 'The final score is 51.00. The boards have followed.'],
  [true, 'The final score is 51.00. It stays held for the reveal.'],
])('says what a correction does to the boards (held: %s)', async (held, words) => {
  let stored = SPEED
  vi.mocked(api.get).mockImplementation(((path: string) =>
    Promise.resolve(
      path === 'user/results'
        ? { results: [{ eventBookingId: 'b1', score: 50, protocolVersion: 1, held, tests: [stored] }] }
        : ANSWERS[path],
    )) as never)
  await userEvent.type(await open(), '1')
  await userEvent.type(field(/^Reason/), 'Another lane')
  stored = { ...SPEED, score: 51, revision: 2, attempts: [{ score: 3.451 }] }
  vi.mocked(api.post).mockResolvedValueOnce({ score: 51 } as never)
  await press('Correct the result')
  await screen.findByText(words)
})

it('has the focus where the work goes on when the pressed button goes', async () => {
  await open()
  const heading = screen.getByRole('heading', { name: 'Correct a result' })
  expect(document.activeElement).toBe(heading)
  await press('Another athlete')
  expect(document.activeElement).toBe(heading)
})

it('says aloud that the reason is missing', async () => {
  await userEvent.type(await open(), '1')
  await press('Correct the result')
  const summary = await screen.findByRole('alert')
  expect(summary.textContent).toContain('Say in a few words why the result changes.')
  expect(document.activeElement).toBe(summary)
})

describe('a correction whose answer was lost, and that is stored', () => {
  beforeEach(async () => {
    let stored = SPEED
    vi.mocked(api.get).mockImplementation(((path: string) =>
      Promise.resolve(
        path === 'user/results'
          ? { results: [{ eventBookingId: 'b1', score: stored.score, protocolVersion: 1, tests: [stored] }] }
          : ANSWERS[path],
      )) as never)
    await userEvent.type(await open(), '1')
    await userEvent.type(field(/^Reason/), 'Another lane')
    stored = { ...SPEED, score: 51, revision: 2, attempts: [{ score: 3.451 }] }
    vi.mocked(api.post).mockRejectedValueOnce(new ApiFailure('UNAVAILABLE', '', 503))
    await press('Correct the result')
    await screen.findByText('The final score is 51.00. The boards have followed.')
  })

  it('is left without a question', async () => {
    expect(screen.queryByRole('alert')).toBeNull()
    await press('Another athlete')
    expect(field('Athlete')).toBeTruthy()
  })

  it('is corrected again as any other', async () => {
    await userEvent.type(await attempt(), '2')
    const reason = field<HTMLTextAreaElement>(/^Reason/)
    expect(reason.value).toBe('')
    await userEvent.type(reason, 'A late start')
    await press('Correct the result')
    expect(vi.mocked(api.post).mock.lastCall?.[1]).toMatchObject({
      results: [{ TestType: 'Speed', replaces: 2 }],
      reason: 'A late start',
    })
  })
})
