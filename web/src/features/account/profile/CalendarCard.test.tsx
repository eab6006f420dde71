import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { renderQueried } from '../../../test/render'
import { CalendarCard } from './CalendarCard'

it('leads to the link that it shows once, and back to the button', async () => {
  const url = 'https://sixfold.example/calendar/secret'
  vi.spyOn(api, 'get').mockResolvedValue({ createdAt: null } as never)
  vi.spyOn(api, 'post').mockResolvedValue({ url } as never)
  renderQueried(<CalendarCard />)
  await userEvent.click(await screen.findByRole('button', { name: 'Make a link' }))
  await screen.findByText(url)
  expect(document.activeElement?.textContent).toContain('we do not show it again')
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Make a link' }))
})
