// Where the focus is once the medical notes have been read.
import { press, renderQueried, screen } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { ApiFailure, NETWORK_CODE } from '../../../api/client/failure'
import { CASEY } from '../../../test/desk'
import type { AthleteView } from '../model'
import { AthleteSheet } from './AthleteSheet'

const NOTES = { medicalIssues: 'Asthma' } as never

function show(): void {
  const nothing = () => undefined
  renderQueried(
    <AthleteSheet
      athlete={{ stage: 'accepted', name: 'Casey Drummond' } as AthleteView}
      person={CASEY}
      booking={null}
      online
      onAccept={nothing}
      onDecline={nothing}
      onRelease={null}
      onTakeOff={null}
      onBack={nothing}
    />,
  )
}

it('moves the focus to the medical notes', async () => {
  vi.spyOn(api, 'get').mockResolvedValue(NOTES)
  show()
  await press('Show')
  expect(document.activeElement).toBe(await screen.findByText('Asthma'))
})

it('leaves the focus on the button when they could not be read, and moves it once they are', async () => {
  vi.spyOn(api, 'get')
    .mockRejectedValueOnce(new ApiFailure(NETWORK_CODE, '', 0))
    .mockResolvedValueOnce(NOTES)
  show()
  await press('Show')
  await screen.findByRole('alert')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try again' }))
  await press('Try again')
  expect(document.activeElement).toBe(await screen.findByText('Asthma'))
})

it('takes no focus from what has been chosen meanwhile', async () => {
  let answer = () => {}
  vi.spyOn(api, 'get').mockReturnValue(
    new Promise<never>((resolve) => {
      answer = () => resolve(NOTES)
    }),
  )
  show()
  await press('Show')
  const decline = screen.getByRole('button', { name: 'Decline' })
  decline.focus()
  answer()
  await screen.findByText('Asthma')
  expect(document.activeElement).toBe(decline)
})
