import { render, screen } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import type { DayAnswer, Wording } from './day-view'
import { DayTimes } from './DayTimes'

const WORDING: Wording = { retestOpensOn: '2026-11-28', firstDate: '2026-11-28', lastDate: '2026-11-30' }
const WHY = 'You can book your retest from Sat 28 Nov'

const day = (reasons: readonly DayAnswer['slots'][number]['reason'][]): DayAnswer => ({
  date: '2026-11-24',
  open: false,
  slots: reasons.map((reason, at) => ({
    time: `1${at}:00`,
    remaining: 6,
    available: false,
    ...(reason ? { reason } : {}),
  })),
})

it('shows what keeps the whole day shut once, and tells it with each time', () => {
  render(
    <DayTimes
      day={day(['RETEST_TOO_SOON', 'TRAINING_SESSION'])}
      why={WHY}
      capacity={6}
      wording={WORDING}
      selected={null}
      current={null}
      waitingFor={[]}
      closed={false}
      mayJoin
      onSelect={vi.fn()}
    />,
  )
  expect(screen.getAllByText(WHY).filter((element) => !element.matches('.hidden'))).toHaveLength(1)
  expect(screen.getByRole('radio', { name: /^10:00/ }).textContent).toContain(WHY)
  expect(screen.getByText('Staff training').matches('.note')).toBe(true)
})

// RULES 5.2
it.each([
  [false, 'A place is held for you'],
  [true, 'A place came free, but online changes have closed'],
])('says of the time of an offer whether it can be taken (%s)', (closed, note) => {
  render(
    <DayTimes
      day={day(['SLOT_FULL'])}
      why={null}
      capacity={6}
      wording={WORDING}
      selected={null}
      current={null}
      waitingFor={[{ eventTestTime: '10:00', position: 1, offerId: 'o-1' }]}
      closed={closed}
      mayJoin={!closed}
      onSelect={vi.fn()}
    />,
  )
  expect(screen.getByRole('radio', { name: /^10:00/ }).textContent).toContain(note)
})
