import { field, press, render, userEvent } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { DeclineDialog } from './DeclineDialog'

beforeEach(() => {
  // jsdom has the element, but not its methods.
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
})

it('moves the focus to the field that is not right yet', async () => {
  const decline = vi.fn()
  render(<DeclineDialog name="Sam Rival" onDecline={decline} onClose={vi.fn()} />)
  await press('Decline')
  const reason = field('Reason')
  expect(document.activeElement).toBe(reason)
  expect(reason.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(reason, 'Ill')
  await press('Decline')
  expect(decline).toHaveBeenCalledWith('Ill')
})
