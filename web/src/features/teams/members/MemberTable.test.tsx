import { renderQueried, screen } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { TEAM, teamMember } from '../../../test/team'
import { MemberTable } from './MemberTable'

it('shows the day of a member who comes on another one than the team', () => {
  renderQueried(
    <MemberTable
      members={[teamMember('1'), teamMember('2', { testDate: '2026-11-27', testTime: '14:15' })]}
      day={TEAM.testDate}
      chosen={new Set()}
      onChoose={vi.fn()}
      onOpen={vi.fn()}
      own
      coach={null}
      actions={null}
    />,
  )
  expect(screen.getByRole('cell', { name: '10:00' })).toBeTruthy()
  expect(screen.getByRole('cell', { name: 'Fri 27 Nov 2026, 14:15' })).toBeTruthy()
})

// RULES 4.17
it.each([
  ['staff', false, { scoreRemoved: true }, 'Score removed'],
  ['staff', false, {}, 'Did not test'],
  ['a coach, who is not told', true, {}, 'No result'],
])('says of a visit without a score to %s (own: %s, %o): %s', (_, own, told, words) => {
  renderQueried(
    <MemberTable
      members={[teamMember('1', { eventTestStatus: 'dnt', ...told })]}
      day={TEAM.testDate}
      chosen={new Set()}
      onChoose={vi.fn()}
      onOpen={vi.fn()}
      own={own}
      coach={null}
      actions={null}
    />,
  )
  expect(screen.getByRole('cell', { name: words })).toBeTruthy()
})
