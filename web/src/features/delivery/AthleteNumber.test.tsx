import { render, screen, userEvent } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import { AthleteNumber } from './AthleteNumber'

const WRONG = 'A number has digits only.'

it('says that a name is no number, and filters by nobody', async () => {
  const choose = vi.fn()
  render(<AthleteNumber label="Athlete number" name="uaid" uaid="" onChoose={choose} />)
  const field = screen.getByLabelText(/Athlete number/)
  await userEvent.type(field, 'Okafor{Enter}')
  screen.getByText(WRONG)
  await userEvent.tab()
  expect(choose).not.toHaveBeenCalled()

  await userEvent.clear(field)
  await userEvent.type(field, ' 10000001 {Enter}')
  expect(screen.queryByText(WRONG)).toBeNull()
  expect(choose.mock.calls).toEqual([['10000001']])
})

it('takes the filter out when the field is emptied', async () => {
  const choose = vi.fn()
  render(<AthleteNumber label="Athlete number" name="uaid" uaid="7" onChoose={choose} />)
  await userEvent.clear(screen.getByLabelText(/Athlete number/))
  await userEvent.tab()
  expect(choose.mock.calls).toEqual([['']])
})

it('drops what was typed wrongly when the number is set elsewhere', async () => {
  const field = (uaid: string) => (
    <AthleteNumber label="Athlete number" name="uaid" uaid={uaid} onChoose={vi.fn()} />
  )
  const { rerender } = render(field('7'))
  await userEvent.type(screen.getByLabelText(/Athlete number/), 'x{Enter}')
  screen.getByText(WRONG)
  rerender(field(''))
  expect(screen.queryByText(WRONG)).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>(/Athlete number/).value).toBe('')
})
