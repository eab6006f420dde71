// @vitest-environment jsdom
import { fireEvent, render, screen } from '../test/kit'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { SortableList } from './SortableList'

function Rows() {
  const [items, setItems] = useState(['one', 'two', 'three'])
  return (
    <SortableList
      items={items}
      label="Rows"
      nameOf={(item) => item}
      keyOf={(item) => item}
      onChange={setItems}
    >
      {(item) => item}
    </SortableList>
  )
}

it('keeps the capture on the list, and lets go when it is lost', () => {
  const captured: Element[] = []
  Element.prototype.setPointerCapture = vi.fn(function (this: Element) {
    captured.push(this)
  })
  render(<Rows />)
  const list = screen.getByRole('list', { name: 'Rows' })
  const rows = () => [...list.children]
  rows().forEach((row, index) => {
    row.getBoundingClientRect = () => ({ top: index * 50, bottom: index * 50 + 50 }) as DOMRect
  })
  fireEvent.pointerDown(screen.getByRole('button', { name: /^Move one: / }), { pointerId: 1, clientY: 10 })
  expect(captured).toEqual([list])
  // The list gets the moves, whichever row is under the pointer.
  fireEvent.pointerMove(list, { pointerId: 1, clientY: 60 })
  expect(rows().map((row) => row.textContent)).toEqual(['two', 'one', 'three'])
  fireEvent.lostPointerCapture(list, { pointerId: 1 })
  fireEvent.pointerMove(list, { pointerId: 1, clientY: 110 })
  expect(rows().map((row) => row.textContent)).toEqual(['two', 'one', 'three'])
})

it('keeps the focus where its last row was removed', () => {
  render(<Rows />)
  for (const name of ['one', 'two', 'three'])
    fireEvent.click(screen.getByRole('button', { name: `Remove ${name}` }))
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Rows' }))
  screen.getByText('three is off the list.')
})
