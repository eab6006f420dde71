import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderQueried } from '../../../test/render'
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
      coach={null}
      actions={null}
    />,
  )
  expect(screen.getByRole('cell', { name: '10:00' })).toBeTruthy()
  expect(screen.getByRole('cell', { name: 'Fri 27 Nov 2026, 14:15' })).toBeTruthy()
})

// RULES 4.17
it.each([
  [{ scoreRemoved: true }, 'Score removed'],
  [{ scoreRemoved: false }, 'Did not test'],
  // A coach is not told.
  [{}, 'No result'],
])('says of a visit without a score %o: %s', (told, words) => {
  renderQueried(
    <MemberTable
      members={[teamMember('1', { eventTestStatus: 'dnt', ...told })]}
      day={TEAM.testDate}
      chosen={new Set()}
      onChoose={vi.fn()}
      onOpen={vi.fn()}
      coach={null}
      actions={null}
    />,
  )
  expect(screen.getByRole('cell', { name: words })).toBeTruthy()
})
