import { renderQueried, screen } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { teamMember } from '../../../test/team'
import { MemberPicker } from './MemberPicker'

// RULES 4.17
it.each([
  ['staff', false, { scoreRemoved: true }, 'Score removed'],
  ['staff', false, {}, 'Did not test'],
  ['a coach, who is not told', true, {}, 'No result'],
])('says of a visit without a score to %s (own: %s, %o): %s', (_, own, told, words) => {
  const person = teamMember('1', { eventTestStatus: 'dnt', ...told })
  renderQueried(<MemberPicker own={own} people={[person]} most={60} refused={[]} onChange={vi.fn()} />)
  expect(screen.getByRole('listitem').textContent).toContain(words)
})
