// Server-drawn components stay until somebody scrolls near them.
import { act, cleanup, render, screen, waitFor } from '../test/kit'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ContentItem } from '../features/content/content-item'
import { partFrom } from './part'
import { keepServerDrawn, serverDrawn } from './server-drawn'
import { useServerDrawn } from './use-server-drawn'

const item = (id: string): ContentItem => ({ id, name: id, typeId: 'steps', type: 'Steps', elements: {} })

let comeNear: () => void = () => undefined
let load: () => Promise<() => string> = () => Promise.resolve(() => 'drawn by React')
const Steps = partFrom(() => load())

function Place({ of }: { of: ContentItem }) {
  const serverDrawn = useServerDrawn(of, Steps)
  return serverDrawn ? <div ref={serverDrawn} /> : <Steps item={of} page={of} />
}

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        comeNear = () => tell([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  const root = document.createElement('div')
  root.innerHTML =
    '<div data-item="first"><p>first</p></div><div data-item="next" data-ahead=""><p>drawn by the server</p></div>'
  keepServerDrawn(root)
  root.textContent = ''
})
afterEach(cleanup)

it('keeps all but the first, until React takes it over', async () => {
  const next = item('next')
  expect([item('first'), next].map((one) => serverDrawn(one) !== undefined)).toEqual([false, true])
  const { rerender } = render(<Place of={next} />)
  expect(screen.getByText('drawn by the server')).toBeTruthy()

  load = () => Promise.reject(new Error('no network'))
  await act(async () => comeNear())
  rerender(<Place of={{ ...next }} />)
  expect(screen.getByText('drawn by the server')).toBeTruthy()

  load = () => Promise.resolve(() => 'drawn by React')
  await act(async () => comeNear())
  await waitFor(() => expect(screen.getByText('drawn by React')).toBeTruthy())
  expect(screen.queryByText('drawn by the server')).toBeNull()
  expect(serverDrawn(next)).toBeUndefined()
})

it('is redrawn when the item has changed', async () => {
  const { rerender } = render(<Place of={item('next')} />)
  rerender(<Place of={item('next')} />)
  await waitFor(() => expect(screen.getByText('drawn by React')).toBeTruthy())
})
