import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { pageToKeep, toKeep } from './seen'
import { countAsTyped, isSomethingTyped, watchTyping } from './typing'
import { UpdateNotice } from './UpdateNotice'

const shown = (typed: boolean) => {
  const [onReload, onLater] = [vi.fn(), vi.fn()]
  render(<UpdateNotice onReload={onReload} onLater={onLater} isTyped={() => typed} />)
  return { onReload, onLater }
}

it('a new version waits to be asked for', async () => {
  const { onReload, onLater } = shown(false)
  expect(onReload).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Later' }))
  expect(onLater).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  expect(onReload).toHaveBeenCalledOnce()
})

it('what is half filled in is lost only by a second press', async () => {
  const { onReload } = shown(true)
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  expect(onReload).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Reload anyway' }))
  expect(onReload).toHaveBeenCalledOnce()
})

it('a form counts from the first letter until it is empty again or leaves the page', async () => {
  watchTyping()
  const { unmount } = render(
    <form>
      <input aria-label="Name" />
      <button type="submit" value="send">
        Send
      </button>
    </form>,
  )
  expect(isSomethingTyped()).toBe(false)
  await userEvent.type(screen.getByLabelText('Name'), 'R')
  expect(isSomethingTyped()).toBe(true)
  await userEvent.clear(screen.getByLabelText('Name'))
  expect(isSomethingTyped()).toBe(false)
  await userEvent.type(screen.getByLabelText('Name'), 'R')
  expect(isSomethingTyped()).toBe(true)
  unmount()
  expect(isSomethingTyped()).toBe(false)
})

it('what is held outside of forms counts as typed', () => {
  let held = true
  const release = countAsTyped(() => held)
  expect(isSomethingTyped()).toBe(true)
  held = false
  expect(isSomethingTyped()).toBe(false)
  held = true
  release()
  expect(isSomethingTyped()).toBe(false)
})

it('a page has its own public parts kept, and nothing of the person', () => {
  const first = JSON.stringify({
    config: { libraryEntry: { libraryId: 'lib' } },
    page: { item: { id: 'home' } },
  })
  const asked = ['/assets/a.js', '/api/user/profile?iv=1', '/api/event/config?iv=1', '/assets/a.js']
  expect(toKeep('http://x', asked, first)).toEqual([
    'http://x/api/event/config',
    'http://x/api/content/lib/delivery/v1/rendering/context/home',
    'http://x/assets/a.js',
  ])
  expect(toKeep('http://x', [], 'no json')).toEqual(['http://x/api/event/config'])
  const at = (path: string) => pageToKeep(new URL(path, 'http://x') as unknown as Location)
  expect(at('/en-gb/#faq')).toBe('http://x/en-gb/')
  expect(at('/en-gb/reset-password?token=secret')).toBeNull()
})
