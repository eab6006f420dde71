import { render, screen } from '../../../test/kit'
import { expect, it } from 'vitest'
import { PasswordMeter } from './PasswordMeter'

it('does not praise the length of a password that its field refuses', () => {
  const { rerender } = render(<PasswordMeter password="sixfold-2026!" />)
  screen.getByText('Good length')
  rerender(<PasswordMeter password="sixfold-2026!" refused />)
  screen.getByText('Long enough, but too easy to guess')
  expect(screen.queryByText('Good length')).toBeNull()
  rerender(<PasswordMeter password="short" refused />)
  screen.getByText('7 to go')
})
