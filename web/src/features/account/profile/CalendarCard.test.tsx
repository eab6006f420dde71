import { press, renderQueried, screen, userEvent, within } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { CalendarCard } from './CalendarCard'

it('leads to the link that it shows once, and back to the button', async () => {
  const url = 'https://sixfold.example/calendar/secret'
  vi.spyOn(api, 'get').mockResolvedValue({ createdAt: null } as never)
  vi.spyOn(api, 'post').mockResolvedValue({ url } as never)
  renderQueried(<CalendarCard />)
  await press('Make a link')
  await screen.findByText(url)
  expect(document.activeElement?.textContent).toContain('we do not show it again')
  await press('Done')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Make a link' }))
})

it('makes another link after one was taken back whose answer was lost', async () => {
  const made = vi.spyOn(api, 'post').mockRejectedValueOnce(new Error('lost'))
  made.mockResolvedValueOnce({ url: 'https://sixfold.example/calendar/second' } as never)
  vi.spyOn(api, 'get').mockResolvedValue({ createdAt: '2026-11-01T10:00:00Z' } as never)
  vi.spyOn(api, 'delete').mockResolvedValue(undefined as never)
  renderQueried(<CalendarCard />)
  await press('Make a new link')
  await screen.findByRole('alert')
  await press('Take it back')
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Take it back' }))
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await press('Make a new link')
  await screen.findByText('https://sixfold.example/calendar/second')
  // Without a key: an answer that is a secret is stored nowhere (RULES 11.4).
  expect(made.mock.calls).toEqual([
    ['user/calendar-feed', {}],
    ['user/calendar-feed', {}],
  ])
})
