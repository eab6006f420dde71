import { press, renderQueried, screen } from '../../../test/kit'
import { afterEach, expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import type { ScreeningView, StaffProfile } from '../../../api/types'
import { ScreeningPanel } from './ScreeningPanel'

afterEach(() => vi.restoreAllMocks())

const CLEARANCE = { by: '3', byName: 'Kim', basis: 'N/A', at: '2026-03-02T09:00:00Z', expires: '2026-04-01' }

function show(state: ScreeningView['state'], clearance: ScreeningView['clearance'], own = false) {
  const screening = {
    state,
    cleared: state === 'cleared',
    answeredAt: '2026-03-01',
    expiresAt: null,
    clearance,
  }
  const profile = { uaid: '7', firstName: 'Ada', lastName: 'Stone', rev: 3, screening } as StaffProfile
  renderQueried(<ScreeningPanel profile={profile} own={own} />)
  return screen.queryAllByRole('button').map(({ textContent }) => textContent)
}

// RULES 6.4
it.each<[what: string, state: ScreeningView['state'], clearance: ScreeningView['clearance'], acts: string[]]>(
  [
    ['a yes', 'not-cleared', null, ['Record a clearance']],
    ['a clearance that stands', 'cleared', CLEARANCE, ['Record a new clearance', 'Withdraw the clearance']],
    [
      'a clearance that has expired',
      'not-cleared',
      CLEARANCE,
      ['Record a clearance', 'Withdraw the clearance'],
    ],
    ['no yes', 'cleared', null, []],
    ['questions that are due again', 'expired', null, []],
  ],
)('with %s, offers %s', (_, state, clearance, acts) => {
  expect(show(state, clearance)).toEqual(acts)
})

it('offers nothing to the person themselves', () => {
  expect(show('cleared', CLEARANCE, true)).toEqual([])
})

it('says that a new clearance replaces the present one', async () => {
  show('cleared', CLEARANCE)
  await press('Record a new clearance')
  expect(screen.getByRole('dialog').textContent).toContain('It replaces the clearance that they have.')
})

// RULES 6.4
it('withdraws the clearance on screen, once it has said what follows', async () => {
  const remove = vi.spyOn(api, 'delete').mockResolvedValue({ uaid: '7', expires: null })
  show('cleared', CLEARANCE)
  await press('Withdraw the clearance')
  expect(remove).not.toHaveBeenCalled()
  const dialog = screen.getByRole('alertdialog')
  expect(dialog.textContent).toContain('A booking they have stays but cannot be moved')
  await press('Withdraw it', dialog)
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(remove).toHaveBeenCalledExactlyOnceWith(
    'event/admin/clearance',
    { uaid: '7', at: CLEARANCE.at },
    expect.anything(),
  )
})
