import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { go } from '../auth/protocol'
import { openHere } from './open-here'
import { countAsTyped } from './typing'

vi.mock('../auth/protocol', () => ({ go: vi.fn() }))

const PATH = '/en-gb/my-account-book-test?date=2026-12-05T10:15'

it('shows the page of a notification at once where nothing is typed', () => {
  openHere(PATH)
  expect(go).toHaveBeenCalledExactlyOnceWith(PATH)
})

it('leaves what is half filled in, and offers to open the page', async () => {
  vi.mocked(go).mockClear()
  const release = countAsTyped(() => true)
  act(() => openHere(PATH))
  release()
  const button = await screen.findByRole('button', { name: 'Open it anyway' })
  expect(go).not.toHaveBeenCalled()
  await userEvent.click(button)
  expect(go).toHaveBeenCalledExactlyOnceWith(PATH)
  await userEvent.click(screen.getByRole('button', { name: 'Later' }))
  expect(screen.queryByRole('button')).toBeNull()
})
