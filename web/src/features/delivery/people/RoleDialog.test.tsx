import { renderQueried, screen, userEvent } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import type { RoleId, StaffProfile } from '../../../api/types'
import { RoleDialog } from './RoleDialog'

const CLOSED =
  'They lose access to every athlete’s results for good. Their teams stay: give each another coach.'
const SIGN_IN = 'Any passkeys and two-step sign-in they have are removed.'

// RULES 10.4, 10.9, 12.1
it.each<[former: RoleId, chosen: string, words: string]>([
  [4, 'Athlete', CLOSED],
  [4, 'Programme delivery', CLOSED],
  [1, 'Coach', SIGN_IN],
  [1, 'In-store', SIGN_IN],
  [2, 'Coach', ''],
])('says what role %s loses as %s', async (role, chosen, words) => {
  const profile = { uaid: '7', firstName: 'Ada', lastName: 'Stone', role } as StaffProfile
  renderQueried(<RoleDialog profile={profile} onClose={vi.fn<() => void>()} />)
  const said = screen.getByRole('status')
  expect(said.textContent).toBe('')
  await userEvent.click(screen.getByRole('radio', { name: new RegExp(`^${chosen}`) }))
  expect(said.textContent).toBe(words)
})
