import { act, render, screen } from '../test/kit'
import { useRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useNear } from './use-near'

afterEach(() => vi.unstubAllGlobals())

function Page() {
  const box = useRef<HTMLDivElement>(null)
  const near = useNear(box)
  return (
    <>
      <button type="button">Above</button>
      <div ref={box}>{near && <button type="button">Below</button>}</div>
    </>
  )
}

it('counts a page used by keyboard as near, so that what is below is in the tab order', () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  render(<Page />)
  expect(screen.queryByRole('button', { name: 'Below' })).toBeNull()
  act(() => screen.getByRole('button', { name: 'Above' }).focus())
  screen.getByRole('button', { name: 'Below' })
})
