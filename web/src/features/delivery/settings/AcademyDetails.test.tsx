import {
  act,
  field,
  press,
  queriesKnowing,
  renderQueried,
  screen,
  userEvent,
  waitFor,
} from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { ApiFailure, NETWORK_CODE } from '../../../api/client/failure'
import { queryKeys } from '../../../api/queries'
import type { EventPlace } from '../../../api/types'
import { AcademyDetails } from './AcademyDetails'

vi.mock('../../../state/LeaveDialog', () => ({ LeaveDialog: () => null }))

const academy: EventPlace = {
  eventId: 'sixfold-academy',
  eventName: 'The Six Tests',
  eventLocationName: 'The Academy',
  eventLocationAddress: 'Turbine Hall Lane, London',
  eventLocationPostCode: 'SW11 8DD',
  eventLocationContactNumber: '',
  eventLocationContactEmail: 'academy@sixfold.example',
  mapUrl: '',
}
const theirs: EventPlace = { ...academy, eventLocationAddress: '1 Weir Lane, Leeds' }

const config = (event: EventPlace) => ({ event, now: '2026-11-01T09:00:00Z' })

let queries: ReturnType<typeof queriesKnowing>

beforeEach(() => {
  queries = queriesKnowing([queryKeys.config, config(academy)])
  vi.spyOn(api, 'get').mockResolvedValue(config(academy) as never)
  vi.spyOn(api, 'put').mockResolvedValue(academy as never)
  renderQueried(<AcademyDetails />, queries)
})

const sent = (at: number): unknown => vi.mocked(api.put).mock.calls[at]?.[1]

async function typePostcode() {
  await userEvent.clear(field('Postcode'))
  await userEvent.type(field('Postcode'), 'LS1 4AP')
}

it('shows what somebody else has saved, and saves what was changed here over it', async () => {
  const refusal = new ApiFailure('EVENT_CHANGED', '', 409, null, null, null, { current: theirs })
  vi.mocked(api.put).mockRejectedValueOnce(refusal)
  await typePostcode()
  await press('Save the details')
  await press('Use mine')
  await waitFor(() => expect(api.put).toHaveBeenCalledTimes(2))
  expect(sent(0)).toMatchObject({
    eventLocationPostCode: 'LS1 4AP',
    opened: { eventLocationPostCode: 'SW11 8DD', eventLocationAddress: 'Turbine Hall Lane, London' },
  })
  expect(sent(1)).toMatchObject({
    eventLocationPostCode: 'LS1 4AP',
    eventLocationAddress: '1 Weir Lane, Leeds',
    opened: { eventLocationPostCode: 'SW11 8DD', eventLocationAddress: '1 Weir Lane, Leeds' },
  })
})

it('follows what is stored and keeps what is typed', async () => {
  await typePostcode()
  act(() => void queries.setQueryData(queryKeys.config, config(theirs)))
  await waitFor(() => expect(field('Street and town').value).toBe('1 Weir Lane, Leeds'))
  expect(field('Postcode').value).toBe('LS1 4AP')
  await press('Save the details')
  expect(sent(0)).toMatchObject({
    eventLocationPostCode: 'LS1 4AP',
    eventLocationAddress: '1 Weir Lane, Leeds',
    opened: { eventLocationPostCode: 'SW11 8DD', eventLocationAddress: '1 Weir Lane, Leeds' },
  })
})

it('has the server ask about a detail that somebody else has changed as well', async () => {
  await typePostcode()
  const other = { ...theirs, eventLocationPostCode: 'LS9 7ZZ' }
  act(() => void queries.setQueryData(queryKeys.config, config(other)))
  await waitFor(() => expect(field('Street and town').value).toBe('1 Weir Lane, Leeds'))
  const refusal = new ApiFailure('EVENT_CHANGED', '', 409, null, null, null, { current: other })
  vi.mocked(api.put).mockRejectedValueOnce(refusal)
  await press('Save the details')
  expect(sent(0)).toMatchObject({
    eventLocationPostCode: 'LS1 4AP',
    eventLocationAddress: '1 Weir Lane, Leeds',
    opened: { eventLocationPostCode: 'SW11 8DD', eventLocationAddress: '1 Weir Lane, Leeds' },
  })
  await press('Use mine')
  await waitFor(() => expect(api.put).toHaveBeenCalledTimes(2))
  expect(sent(1)).toMatchObject({
    eventLocationPostCode: 'LS1 4AP',
    opened: { eventLocationPostCode: 'LS9 7ZZ' },
  })
})

it('is not asked about its own save whose answer was lost', async () => {
  let lose = () => {}
  const answer = new Promise<never>((_, reject) => (lose = () => reject(new ApiFailure(NETWORK_CODE, '', 0))))
  vi.mocked(api.put).mockReturnValueOnce(answer)
  await typePostcode()
  await press('Save the details')
  await userEvent.type(field('Postcode'), 'B')
  vi.mocked(api.get).mockResolvedValue(config({ ...theirs, eventLocationPostCode: 'LS1 4AP' }) as never)
  act(() => lose())
  await waitFor(() => expect(field('Street and town').value).toBe('1 Weir Lane, Leeds'))
  await press('Save the details')
  await waitFor(() => expect(api.put).toHaveBeenCalledTimes(2))
  expect(sent(1)).toMatchObject({
    eventLocationPostCode: 'LS1 4APB',
    opened: { eventLocationPostCode: 'LS1 4AP' },
  })
})

it('shows a refusal although typing goes on while the save is under way', async () => {
  let refuse = () => {}
  const refusal = new ApiFailure('EVENT_CHANGED', '', 409, null, null, null, { current: theirs })
  const answer = new Promise<never>((_, reject) => (refuse = () => reject(refusal)))
  vi.mocked(api.put).mockReturnValueOnce(answer)
  await typePostcode()
  await press('Save the details')
  await userEvent.type(field('E-mail'), 'x')
  act(() => refuse())
  await screen.findByRole('button', { name: 'Use mine' })
})

it('saves over its own save before the details have been read again', async () => {
  vi.mocked(api.get).mockReturnValue(new Promise<never>(() => {}))
  vi.mocked(api.put).mockResolvedValueOnce({ ...academy, eventLocationPostCode: 'LS1 4AP' } as never)
  await typePostcode()
  await press('Save the details')
  await screen.findByRole('button', { name: 'Save the details' })
  await userEvent.type(field('E-mail'), 'x')
  await press('Save the details')
  await waitFor(() => expect(api.put).toHaveBeenCalledTimes(2))
  expect(sent(1)).toMatchObject({ opened: { eventLocationPostCode: 'LS1 4AP' } })
})

it('keeps what is typed while a save is under way, even what was there before', async () => {
  vi.mocked(api.get).mockReturnValue(new Promise<never>(() => {}))
  let answer = () => {}
  const saved = new Promise((resolve) => {
    answer = () => resolve({ ...academy, eventLocationPostCode: 'LS1 4AP' })
  })
  vi.mocked(api.put).mockReturnValueOnce(saved as never)
  await typePostcode()
  await press('Save the details')
  await userEvent.clear(field('Postcode'))
  await userEvent.type(field('Postcode'), 'SW11 8DD')
  answer()
  await screen.findByRole('button', { name: 'Undo changes' })
  await press('Save the details')
  await waitFor(() => expect(api.put).toHaveBeenCalledTimes(2))
  expect(sent(1)).toMatchObject({
    eventLocationPostCode: 'SW11 8DD',
    opened: { eventLocationPostCode: 'LS1 4AP' },
  })
})

it.each([
  [
    'TEXT_INVALID',
    'That text has characters that cannot be kept.',
    'There is a character in there we cannot store. Take it out.',
  ],
  ['TEXT_TOO_LONG', 'Keep it to 120 characters.', 'Keep it to 120 characters.'],
])('shows why a field was refused: %s', async (code, said, sentence) => {
  vi.mocked(api.put).mockRejectedValueOnce(new ApiFailure(code, said, 422, 'eventLocationPostCode'))
  await typePostcode()
  await press('Save the details')
  await screen.findByText(sentence)
})

it('moves the focus to the button that saves once one of two versions is chosen', async () => {
  const refusal = new ApiFailure('EVENT_CHANGED', '', 409, null, null, null, { current: theirs })
  vi.mocked(api.put).mockRejectedValueOnce(refusal)
  await typePostcode()
  await press('Save the details')
  await press('Keep theirs')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save the details' }))
})

it('says aloud that something is missing', async () => {
  await userEvent.clear(field('Postcode'))
  await press('Save the details')
  expect((await screen.findByRole('alert')).textContent).toContain('They are marked above.')
  expect(api.put).not.toHaveBeenCalled()
})
