import { act, render, screen } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { EmailNotice } from './EmailNotice'

vi.mock('../../../state/DidYouMean', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

it('stays when the network is lost before its hint has loaded', async () => {
  render(<EmailNotice address="robin@gmial.com" />)
  await act(async () => {
    await import('../../../state/DidYouMean').catch(() => undefined)
  })
  expect(screen.getByRole('button', { name: 'Enter the code' })).toBeTruthy()
})
