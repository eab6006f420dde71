import { press, renderQueried, screen, userEvent } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { ApiFailure } from '../../../api/client/failure'
import type { UserProfile } from '../../../api/types'
import { DetailCards } from './DetailCards'

vi.mock('../form/checks', async (original) => ({
  ...(await original<typeof import('../form/checks')>()),
  checkFields: () => Promise.resolve([]),
}))

const handles = (instagram: string, tiktok: string) => [
  { socialMediaName: 'Instagram', handle: instagram },
  { socialMediaName: 'TikTok', handle: tiktok },
]
/** As this page read it. */
const PROFILE = {
  sportPlayed: 'Judo',
  isCompetitor: true,
  socialMediaHandles: handles('sam', ''),
} as unknown as UserProfile
/** As another device has changed it since. */
const STORED = {
  ...PROFILE,
  phoneNumber: '+447700900123',
  isCompetitor: false,
  socialMediaHandles: handles('sam', 'sam.moves'),
}

async function edit(card: string) {
  vi.spyOn(api, 'get').mockResolvedValue(STORED as never)
  const put = vi.spyOn(api, 'put').mockResolvedValue({} as never)
  renderQueried(<DetailCards profile={PROFILE} />)
  await press(`Edit: ${card}`)
  return { put, sent: () => put.mock.calls.map((call) => call[1]) }
}
const field = (name: RegExp) => screen.getByRole('textbox', { name })
const save = () => press('Save')

// RULES 9.6
it('changes a handle and nothing else of the contact: another device may have changed the rest', async () => {
  const { sent } = await edit('Contact')
  await userEvent.type(field(/^Instagram/), '.runs')
  await save()
  await screen.findByText('Saved.')
  expect(sent()).toEqual([{ socialMediaHandles: handles('sam.runs', 'sam.moves') }])
})

// RULES 6.7
it('changes the sport and puts nobody back on the boards', async () => {
  const { sent } = await edit('How you train')
  await userEvent.type(field(/^Your main sport/), ' and rowing')
  await save()
  await screen.findByText('Saved.')
  expect(sent()).toEqual([{ sportPlayed: 'Judo and rowing' }])
})

it('closes without a request if nothing was changed', async () => {
  const { sent } = await edit('Contact')
  await save()
  expect(await screen.findByRole('button', { name: 'Edit: Contact' })).toBeTruthy()
  expect(screen.queryByText('Saved.')).toBeNull()
  expect(sent()).toEqual([])
})

it('sends a field that was changed back after a try whose answer was lost', async () => {
  const { put, sent } = await edit('How you train')
  put.mockRejectedValueOnce(new ApiFailure('ERR_NETWORK', '', 0))
  const sport = field(/^Your main sport/)
  await userEvent.type(sport, 'ka')
  await save()
  await screen.findByRole('alert')
  await userEvent.type(sport, '{Backspace}{Backspace}')
  await save()
  await screen.findByText('Saved.')
  expect(sent()).toEqual([{ sportPlayed: 'Judoka' }, { sportPlayed: 'Judo' }])
})

it('shows a number in groups', () => {
  renderQueried(<DetailCards profile={STORED} />)
  screen.getByText('+44 7700 900123')
})

// RULES 6.7
it('says to somebody under 18 what public boards take besides', () => {
  const bornIn = (year: number) => ({ ...PROFILE, dateOfBirth: `${year}-01-01` })
  const year = new Date().getUTCFullYear()
  const { unmount } = renderQueried(<DetailCards profile={bornIn(year - 30)} />)
  expect(screen.queryByText(/You are under 18/)).toBeNull()
  unmount()
  renderQueried(<DetailCards profile={bornIn(year - 17)} />)
  screen.getByText(/You are under 18, so public boards show you only once/)
})
