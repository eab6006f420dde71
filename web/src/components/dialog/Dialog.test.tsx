import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Dialog } from './Dialog'

// As the browser does it: an open dialog takes the focus.
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
})
afterEach(() => {
  document.body.replaceChildren()
})

/** A dialog that is closed by an answer of the network, not by a press. */
function Question({ answer }: { answer: Promise<null> }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    void answer.then(() => setOpen(false))
  }, [answer])
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      <Dialog open={open} title="Really?" />
    </>
  )
}

it('has given the focus back by the time it is gone', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  let resolve = (_: null) => {}
  const answer = new Promise<null>((done) => (resolve = done))
  const root = createRoot(place)
  root.render(<Question answer={answer} />)
  await vi.waitFor(() => expect(document.querySelector('button')).not.toBeNull())
  const button = document.querySelector('button')
  button?.focus()
  button?.click()
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Really?'))
  const gone = new Promise<Element | null>((see) => {
    new MutationObserver(() => {
      if (!document.querySelector('dialog')) see(document.activeElement)
    }).observe(document.body, { childList: true, subtree: true })
  })
  resolve(null)
  expect(await gone).toBe(button)
  root.unmount()
})

it('that waits for an answer is shown again when a second Escape closes it', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<Dialog open title="Sign in again" />)
  await vi.waitFor(() => expect(document.querySelector('dialog')?.open).toBe(true))
  const dialog = document.querySelector('dialog')
  dialog?.close()
  dialog?.dispatchEvent(new Event('close'))
  expect(dialog?.open).toBe(true)
  root.unmount()
})
