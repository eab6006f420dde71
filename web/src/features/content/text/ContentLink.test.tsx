// What authored links do when they are pressed (RULES 13.10).
import { press, render, screen, serve } from '../../../test/kit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionClient } from '../../../auth/session-client'
import { SessionProvider } from '../../../auth/SessionProvider'
import { useAlert } from '../../../state/alert-store'
import { useModal } from '../../../state/modal-store'
import { linkOf, type ContentLink } from '../content-item'
import { ContentLinkButton, ContentLinkText } from './ContentLink'

const client = new SessionClient()
const show = (link: ContentLink) =>
  render(
    <SessionProvider client={client}>
      <ContentLinkText link={link} />
    </SessionProvider>,
  )

beforeEach(() => void serve({}))
afterEach(() => {
  useModal.getState().close()
})

describe('reading a link', () => {
  const read = (link: object) => linkOf({ link: { elementType: 'link', linkText: 'Go', ...link } }, 'link')

  it('takes an address, or an action with all that it needs', () => {
    expect(read({ linkURL: '/news' })).toEqual({ url: '/news', text: 'Go' })
    expect(read({ action: 'modal', target: 'terms-text' })).toEqual({
      url: '',
      text: 'Go',
      action: 'modal',
      target: 'terms-text',
    })
    expect(read({ action: 'logout' })).toEqual({ url: '', text: 'Go', action: 'logout' })
    expect(read({ action: 'modal' })).toBeNull()
    expect(read({ action: 'explode', linkURL: '/news' })).toEqual({ url: '/news', text: 'Go' })
    expect(read({ action: 'explode' })).toBeNull()
    expect(read({ linkURL: '/news', linkText: '' })).toBeNull()
  })
})

describe('a press', () => {
  it('on a plain link leads below the prefix', () => {
    show({ url: '/news', text: 'News' })
    expect(screen.getByRole('link', { name: 'News' }).getAttribute('href')).toBe('/en-gb/news')
  })

  it('names the place on this page that a scroll leads to', () => {
    show({ url: '', text: 'To the board', action: 'scroll', target: 'the-board' })
    expect(screen.getByRole('link', { name: 'To the board' }).getAttribute('href')).toBe('#the-board')
  })

  it('on a scroll to another page leads there', () => {
    show({ url: '/about', text: 'Scoring', action: 'scroll', target: 'scoring' })
    expect(screen.getByRole('link', { name: 'Scoring' }).getAttribute('href')).toBe('/en-gb/about#scoring')
  })

  it.each([
    ['modal', { kind: 'item', id: 'terms-text', full: false }],
    ['full-modal', { kind: 'item', id: 'terms-text', full: true }],
    ['cancel-booking', { kind: 'cancel-booking' }],
  ] as const)('opens a %s', async (action, modal) => {
    show({ url: '', text: 'Open', action, target: 'terms-text' })
    await press('Open')
    expect(useModal.getState().modal).toEqual(modal)
  })

  it('signs out, and says so when that could not be done', async () => {
    const signOut = vi.spyOn(client, 'signOut').mockRejectedValueOnce(new Error('offline'))
    render(
      <SessionProvider client={client}>
        <ContentLinkButton link={{ url: '', text: 'Leave', action: 'logout' }} />
      </SessionProvider>,
    )
    await press('Leave')
    expect(signOut).toHaveBeenCalledOnce()
    expect(useAlert.getState().alert?.tone).toBe('problem')
  })
})
