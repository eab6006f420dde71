import { fireEvent, press, renderQueried, screen, within } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiFailure } from '../../../api/client/failure'
import * as client from '../../../api/client/client'
import { useAlert } from '../../../state/alert-store'
import type { ReportedCard } from './api'
import { ReportedCards } from './ReportedCards'
import { WaitingCards } from './WaitingCards'

const REPORT: ReportedCard = {
  shareId: 'one',
  url: 'https://sixfold.example/en-gb/share/one',
  reason: 'person',
  note: 'That is my daughter.\nPlease remove it.',
  reports: 2,
  reportedAt: '2026-11-21T14:15:00Z',
  athlete: { uaid: '7', firstName: 'Jordan', lastName: 'Wells' },
  hasPhoto: true,
}

let reports: ReportedCard[]

beforeEach(() => {
  reports = [REPORT]
  useAlert.getState().dismiss()
  vi.spyOn(client.api, 'get').mockImplementation(() => Promise.resolve({ reports } as never))
})

const show = (what = <ReportedCards />) => renderQueried(what)

it('shows the card, whose it is, and what was said about it', async () => {
  show()
  const card = await screen.findByRole('article', { name: 'Jordan Wells' })
  const picture = within(card).getByRole('img', { name: 'The reported card of Jordan Wells' })
  expect(picture.getAttribute('src')).toBe('/en-gb/share/one.svg')
  within(card).getByText(/without consent/)
  within(card).getByText(/That is my daughter/)
  within(card).getByText('2 reports')
  fireEvent.error(picture)
  within(card).getByText(/cannot be opened/)
})

it('takes a card down only when asked twice', async () => {
  const post = vi.spyOn(client.api, 'post').mockImplementation(() => {
    reports = []
    return Promise.resolve({ shareId: 'one', decision: 'takeDown' } as never)
  })
  show()
  await press('Take down the card of Jordan Wells')
  const question = screen.getByRole('alertdialog', { name: 'Take down the card of Jordan Wells?' })
  within(question).getByText(/the photograph is deleted/)
  expect(post).not.toHaveBeenCalled()
  await press('Take it down', question)
  await screen.findByText('No card has been reported')
  expect(post.mock.calls[0]?.slice(0, 2)).toEqual([
    'user/admin/share-report/{shareId}',
    { decision: 'takeDown', reports: 2 },
  ])
  expect(useAlert.getState().alert?.message).toMatch(/^Taken down/)
})

it('keeps a card, and says so when a colleague was faster', async () => {
  vi.spyOn(client.api, 'post').mockImplementation(() => {
    reports = []
    return Promise.reject(new ApiFailure('NOT_FOUND', '', 404))
  })
  show()
  await press('Keep the card of Jordan Wells')
  await press('Keep it public')
  await screen.findByText('No card has been reported')
  expect(useAlert.getState().alert?.message).toMatch(/a colleague has decided/)
})

const AGAIN = 'This card has been reported again. Look at it once more before you decide.'

it('shows the reports that came meanwhile instead of deciding about them', async () => {
  vi.spyOn(client.api, 'post').mockImplementation(() => {
    reports = [{ ...REPORT, reports: 3 }]
    return Promise.reject(new ApiFailure('REPORTS_CHANGED', AGAIN, 409))
  })
  show()
  await press('Keep the card of Jordan Wells')
  await press('Keep it public')
  await screen.findByText('3 reports')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(useAlert.getState().alert?.message).toBe(AGAIN)
})

it('stays open with the reason when the decision did not arrive', async () => {
  vi.spyOn(client.api, 'post').mockRejectedValue(new ApiFailure('UNAVAILABLE', '', 503))
  show()
  await press('Keep the card of Jordan Wells')
  await press('Keep it public')
  await within(screen.getByRole('alertdialog')).findByRole('alert')
})

it('says on the day’s page that something waits, and nothing when nothing does', async () => {
  const { unmount } = show(<WaitingCards href="/cards" />)
  await screen.findByText('A shared card was reported')
  unmount()
  reports = []
  const { container } = show(<WaitingCards href="/cards" />)
  await Promise.resolve()
  expect(container.textContent).toBe('')
})
