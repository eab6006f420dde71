import { press, refused, renderQueried, screen, serve, within } from '../../../test/kit'
import { expect, it } from 'vitest'
import { CoachesCard } from './CoachesCard'

const COACH = {
  coachUaid: '9',
  name: 'Sam Stone',
  access: 'asked',
  askedAt: 0,
  decidedAt: null,
  byTeam: false,
  openBookings: 1,
}

/** The server of somebody who declines this coach. */
const declining = (coach: typeof COACH) => ({
  'GET user/coaches': { coaches: [coach] },
  'POST user/coaches': { coaches: [{ ...coach, access: 'declined' }] },
})

it('says in the dialog why a place could not be cancelled', async () => {
  serve({ 'GET user/coaches': { coaches: [COACH] }, 'POST user/coaches': refused(503, 'STORE_BUSY') })
  renderQueried(<CoachesCard />)
  await press(/Not for me/)
  const dialog = await screen.findByRole('alertdialog')
  await press('Cancel my place', dialog)
  expect(await within(dialog).findByRole('alert')).toBeTruthy()
})

it('speaks of no place where this coach has booked none that is open', async () => {
  const coach = { ...COACH, openBookings: 0 }
  serve(declining(coach))
  renderQueried(<CoachesCard />)
  await press(/Not for me/)
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).not.toMatch(/place|cancel/)
  await press('Not for me', dialog)
  await screen.findByText(/^Done\. Your coach can’t see your results/)
})

it('says that a place stays which can no longer be cancelled', async () => {
  serve(declining(COACH))
  renderQueried(<CoachesCard />)
  await press(/Not for me/)
  const dialog = await screen.findByRole('alertdialog')
  await press('Cancel my place', dialog)
  await screen.findByText(/^Done\. Your coach can’t see your results\. Your place stays/)
})
