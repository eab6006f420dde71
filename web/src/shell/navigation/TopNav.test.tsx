import { act, render, screen } from '../../test/kit'
import { afterEach, describe, expect, it } from 'vitest'
import { ROUTES } from '../../paths'
import type { SessionStatus } from '../../auth/session'
import { TopNav } from './TopNav'

const show = (pathname: string, status: SessionStatus) =>
  render(
    <TopNav
      pathname={pathname}
      status={status}
      title="Sixfold"
      logo={null}
      campaign={null}
      menuOpen={false}
      onOpenMenu={() => undefined}
    />,
  )

const scrollTo = (y: number) =>
  act(() => {
    Object.defineProperty(window, 'scrollY', { value: y, configurable: true })
    window.dispatchEvent(new Event('scroll'))
  })

afterEach(() => void Object.defineProperty(window, 'scrollY', { value: 0, configurable: true }))

describe('the top navigation', () => {
  it('offers Login and Sign up to visitors', () => {
    show(ROUTES.home, 'unauthenticated')
    expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/en-gb/login')
    expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/en-gb/register')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it.each([ROUTES.register, ROUTES.userRegistration, ROUTES.accountInformation, ROUTES.signupCompletion])(
    'hides them on %s',
    (pathname) => {
      show(pathname, 'unauthenticated')
      expect(screen.queryByRole('link', { name: 'Login' })).toBeNull()
      expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull()
    },
  )

  it('shows neither them nor the burger while the session is loading', () => {
    show(ROUTES.home, 'loading')
    expect(screen.queryByRole('link', { name: 'Login' })).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('shows the burger to people who are signed in', () => {
    show(ROUTES.home, 'authenticated')
    expect(screen.getByRole('button', { name: 'Open menu' }).getAttribute('aria-expanded')).toBe('false')
  })

  it('carries the scroll-up flag', () => {
    show(ROUTES.home, 'unauthenticated')
    const bar = screen.getByRole('banner')
    scrollTo(1000)
    expect(bar.hasAttribute('data-scroll-up')).toBe(false)
    scrollTo(900)
    expect(bar.hasAttribute('data-scroll-up')).toBe(true)
    scrollTo(910)
    expect(bar.hasAttribute('data-scroll-up')).toBe(false)
  })
})
