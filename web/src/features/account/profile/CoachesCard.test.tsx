import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answered, refused } from '../../../test/answers'
import { queriesKnowing, renderQueried } from '../../../test/render'
import { CoachesCard } from './CoachesCard'

afterEach(() => vi.unstubAllGlobals())

const COACH = {
  coachUaid: '9',
  name: 'Sam Stone',
  access: 'asked',
  askedAt: 0,
  decidedAt: null,
  byTeam: false,
  openBookings: 1,
}

it('says in the dialog why a place could not be cancelled', async () => {
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    if (address.includes('/csrf')) return Response.json({ csrfToken: 'c0ffee' })
    return method === 'GET' ? answered({ coaches: [COACH] }) : refused(503, 'STORE_BUSY')
  })
  renderQueried(<CoachesCard />, queriesKnowing())
  await userEvent.click(await screen.findByRole('button', { name: /Not for me/ }))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel my place' }))
  expect(await within(dialog).findByRole('alert')).toBeTruthy()
})

it('speaks of no place where this coach has booked none that is open', async () => {
  const coach = { ...COACH, openBookings: 0 }
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    if (address.includes('/csrf')) return Response.json({ csrfToken: 'c0ffee' })
    return answered({ coaches: [method === 'GET' ? coach : { ...coach, access: 'declined' }] })
  })
  renderQueried(<CoachesCard />, queriesKnowing())
  await userEvent.click(await screen.findByRole('button', { name: /Not for me/ }))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).not.toMatch(/place|cancel/)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Not for me' }))
  await screen.findByText(/^Done\. Your coach can’t see your results/)
})

it('says that a place stays which can no longer be cancelled', async () => {
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    if (address.includes('/csrf')) return Response.json({ csrfToken: 'c0ffee' })
    return answered({ coaches: [method === 'GET' ? COACH : { ...COACH, access: 'declined' }] })
  })
  renderQueried(<CoachesCard />, queriesKnowing())
  await userEvent.click(await screen.findByRole('button', { name: /Not for me/ }))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel my place' }))
  await screen.findByText(/^Done\. Your coach can’t see your results\. Your place stays/)
})
