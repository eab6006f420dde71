import { press, render, screen, userEvent } from '../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { lazyPart } from './lazy-part'
import { PartBoundary } from './PartBoundary'

const Score = ({ points }: { points: number }) => <p>{points} points</p>
const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

function show(load: () => Promise<typeof Score>) {
  const LazyScore = lazyPart(load)
  render(
    <>
      <h1>The page</h1>
      <LazyScore points={6} pending={<p>On its way</p>} />
    </>,
  )
}

it('is drawn once its code is there', async () => {
  let come: (loaded: typeof Score) => void = () => undefined
  show(() => new Promise((resolve) => (come = resolve)))
  await screen.findByText('On its way')
  come(Score)
  await screen.findByText('6 points')
  expect(screen.queryByText('On its way')).toBeNull()
})

it('spares the page when its code does not come, and is fetched again by a press', async () => {
  let network = false
  show(() => (network ? Promise.resolve(Score) : lost()))
  await screen.findByText('Check your connection and try again.')
  screen.getByRole('heading', { name: 'The page' })
  network = true
  await press('Try again')
  await screen.findByText('6 points')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('offers to load the page again once it has been tried again in vain, and keeps the focus', async () => {
  show(lost)
  const button = await screen.findByRole('button', { name: 'Try again' })
  await userEvent.click(button)
  expect(await screen.findByRole('button', { name: 'Load the page again' })).toBe(button)
  expect(document.activeElement).toBe(button)
})

it('leaves an error of its own to the boundary around it', async () => {
  const LazyScore = lazyPart(() =>
    Promise.resolve(() => {
      throw new Error('a bug')
    }),
  )
  render(
    <PartBoundary of={null} broken={(error) => <p>{String(error)}</p>}>
      <LazyScore />
    </PartBoundary>,
  )
  await screen.findByText('Error: a bug')
  expect(screen.queryByRole('alert')).toBeNull()
})
