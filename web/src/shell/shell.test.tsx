import { act, render, screen } from '../test/kit'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { learnServerNow } from '../api/clock'
import { SESSION_MS } from '../auth/lifetime'
import { Footer } from './navigation/Footer'
import { linkTarget } from './navigation/internal-link'
import { useWidthChange } from './use-resize'
import { useSessionEnd } from './session-end/use-session-end'

beforeEach(() => void vi.useFakeTimers())
describe('the end of a session', () => {
  function Shown({ stamp }: { stamp: number | null }) {
    return <p data-testid="end">{useSessionEnd(stamp)}</p>
  }
  const text = () => screen.getByTestId('end').textContent
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

  it("warns and ends by the server's clock, not the device's", () => {
    learnServerNow('2030-01-01T12:00:00.000Z')
    render(<Shown stamp={Date.parse('2030-01-01T12:00:00.000Z')} />)
    expect(text()).toBe('fresh')
    pass(53 * 60_000 - 1)
    expect(text()).toBe('fresh')
    pass(1)
    expect(text()).toBe('ending')
    pass(5 * 60_000)
    expect(text()).toBe('over')
  })

  it('looks again once the time is learned anew', () => {
    learnServerNow('2030-01-01T12:00:00.000Z')
    render(<Shown stamp={Date.parse('2030-01-01T12:00:00.000Z')} />)
    act(() => learnServerNow('2030-01-01T14:00:00.000Z'))
    expect(text()).toBe('over')
    act(() => learnServerNow('2030-01-01T12:00:00.000Z'))
    expect(text()).toBe('fresh')
    pass(53 * 60_000)
    expect(text()).toBe('ending')
  })

  it('starts again with a new sign-in', () => {
    const now = Date.parse('2030-01-01T12:00:00.000Z')
    learnServerNow('2030-01-01T12:00:00.000Z')
    const { rerender } = render(<Shown stamp={now - SESSION_MS + 60_000} />)
    expect(text()).toBe('ending')
    rerender(<Shown stamp={now} />)
    expect(text()).toBe('fresh')
    rerender(<Shown stamp={null} />)
    expect(text()).toBe('fresh')
  })
})

it('tells a change of width after it has kept still for 100 ms, and not one of height', () => {
  const changed = vi.fn()
  function Watcher() {
    useWidthChange(changed)
    return null
  }
  render(<Watcher />)
  const resize = (width: number) => {
    Object.defineProperty(window, 'innerWidth', { value: width, configurable: true })
    window.dispatchEvent(new Event('resize'))
  }
  const width = window.innerWidth
  resize(width)
  vi.advanceTimersByTime(200)
  expect(changed).not.toHaveBeenCalled()
  resize(width + 1)
  vi.advanceTimersByTime(99)
  expect(changed).not.toHaveBeenCalled()
  resize(width + 2)
  vi.advanceTimersByTime(100)
  expect(changed).toHaveBeenCalledOnce()
})

it.each([
  [true, '/en-gb/my-account', '/en-gb/my-account-book-test'],
  [false, '/en-gb/login', '/en-gb/register'],
])('signed in %s, the foot leads to %s and %s', (signedIn, account, shot) => {
  render(
    <Footer
      signedIn={signedIn}
      title="Sixfold"
      logo={null}
      links={{ privacy: '/terms-and-conditions#privacy' }}
    />,
  )
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(href('My account')).toBe(account)
  expect(href('Take your shot')).toBe(shot)
  expect(href('Privacy')).toBe('/en-gb/terms-and-conditions#privacy')
})

it.each([
  ['/en-gb/login', '/en-gb/login'],
  ['/en-gb/my-account#top', '/en-gb/my-account#top'],
  ['/api/docs', null],
  ['https://example.com/en-gb/', null],
])('a link to %s is followed inside as %s', (href, expected) => {
  render(
    <a href={href}>
      <span>press</span>
    </a>,
  )
  expect(linkTarget(screen.getByText('press'))).toBe(expected)
})
