import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { CodeEntry } from './CodeEntry'

it('takes the next code after one that could not be looked up', async () => {
  const onCode = vi
    .fn<(code: string) => Promise<string | null>>()
    .mockRejectedValueOnce(new DOMException('The storage is full', 'QuotaExceededError'))
    .mockResolvedValueOnce(null)
  render(<CodeEntry onCode={onCode} />)
  const field = screen.getByRole('textbox', { name: 'Booking code' })
  await userEvent.type(field, '7K3QXM{Enter}')
  expect(await screen.findByRole('alert')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Onboard' }))
  expect(onCode).toHaveBeenCalledTimes(2)
  expect(screen.queryByRole('alert')).toBeNull()
})
