import { useState } from 'react'
import { act, render, screen, userEvent, waitFor } from '../test/kit'
import { afterEach, expect, it } from 'vitest'
import { Dialog } from '../components/dialog/Dialog'
import { ownRoot } from './own-root'

const version = ownRoot('New version')
const notification = ownRoot('Notification')

afterEach(() =>
  act(() => {
    version.hide()
    notification.hide()
  }),
)

const placeOf = (words: string) => screen.getByText(words).closest('dialog') ?? document.body

it('shows the notices one above the other, and takes each off by itself', () => {
  act(() => {
    version.show('There is a new version.')
    notification.show('There is a notification.')
  })
  const [one, other] = screen.getAllByRole('region')
  expect(one?.textContent).toBe('There is a new version.')
  expect(other?.parentElement).toBe(one?.parentElement)
  act(() => version.hide())
  expect(screen.getAllByRole('region')).toEqual([other])
  act(() => notification.hide())
  expect(screen.queryByRole('region')).toBeNull()
  act(() => version.show('There is another.'))
  screen.getByText('There is another.')
})

/** A page with a dialog, and one over that. */
function Dialogs() {
  const [open, setOpen] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setOpen(1)}>
        Ask
      </button>
      <Dialog open={open > 1} title="Certain?" onClose={() => setOpen(1)} />
      <Dialog open={open > 0} title="Really?" onClose={() => setOpen(0)}>
        <button type="button" onClick={() => setOpen(2)}>
          Ask again
        </button>
      </Dialog>
    </>
  )
}

// Behind a modal dialog nothing can be pressed or is read out.
it('shows a notice in the topmost dialog while one is open', async () => {
  render(<Dialogs />)
  act(() => version.show('There is a new version.'))
  const shownIn = (place: () => HTMLElement) =>
    waitFor(() => expect(placeOf('There is a new version.')).toBe(place()))
  await shownIn(() => document.body)
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }))
  await shownIn(() => screen.getByRole('dialog', { name: 'Really?' }))
  act(() => notification.show('There is a notification.'))
  expect(placeOf('There is a notification.')).toBe(screen.getByRole('dialog'))
  await userEvent.click(screen.getByRole('button', { name: 'Ask again' }))
  await shownIn(() => screen.getByRole('dialog', { name: 'Certain?' }))
  await userEvent.keyboard('{Escape}')
  for (const title of ['Certain?', 'Really?']) {
    const dialog = screen.getByRole('dialog', { name: title })
    act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })))
  }
  await shownIn(() => document.body)
  screen.getByText('There is a notification.')
})
