import { press, render, screen, userEvent } from '../test/kit'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { useFocusKept } from './use-focus-kept'

function List() {
  const [rows, setRows] = useState(['Ada', 'Ben'])
  const heading = useFocusKept<HTMLHeadingElement>()
  return (
    <section>
      <h2 ref={heading} tabIndex={-1}>
        Waiting
      </h2>
      {rows.map((row) => (
        <button key={row} type="button" onClick={() => setRows(rows.filter((one) => one !== row))}>
          {row}
        </button>
      ))}
      <button type="button" onClick={() => setRows(['Cy'])}>
        Start again
      </button>
    </section>
  )
}

it('moves the focus to the heading when the focused row goes away', async () => {
  render(<List />)
  await press('Ada')
  expect(document.activeElement).toBe(screen.getByRole('heading'))
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ben' }))
})

it('leaves it where it is when another row goes away', async () => {
  render(<List />)
  const button = screen.getByRole('button', { name: 'Start again' })
  await userEvent.click(button)
  expect(document.activeElement).toBe(button)
})

function Panel() {
  const [open, setOpen] = useState(true)
  const panel = useFocusKept<HTMLDivElement>(undefined, true)
  return (
    <>
      {open && (
        <button type="button" onClick={() => setOpen(false)}>
          Close
        </button>
      )}
      <div ref={panel} tabIndex={-1} />
    </>
  )
}

it('leaves alone a focus that was outside its own element, if asked to', async () => {
  render(<Panel />)
  await press('Close')
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.activeElement).toBe(document.body)
})

it('takes no focus that nobody had', async () => {
  render(<List />)
  screen.getByRole<HTMLButtonElement>('button', { name: 'Ada' }).click()
  await vi.waitFor(() => expect(screen.queryByText('Ada')).toBeNull())
  expect(document.activeElement).toBe(document.body)
})
