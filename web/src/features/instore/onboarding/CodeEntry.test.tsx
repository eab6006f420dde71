import { press, render, screen, userEvent } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { CodeEntry } from './CodeEntry'

it('takes the next code after one that could not be looked up', async () => {
  const onCode = vi
    .fn<(code: string) => Promise<string | null>>()
    .mockRejectedValueOnce(new DOMException('The storage is full', 'QuotaExceededError'))
    .mockResolvedValueOnce(null)
  render(<CodeEntry onCode={onCode} />)
  const field = screen.getByRole('textbox', { name: 'Booking code' })
  await userEvent.type(field, '7K3QXM{Enter}')
  expect(await screen.findByRole('alert')).toBeTruthy()
  await press('Onboard')
  expect(onCode).toHaveBeenCalledTimes(2)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('keeps the next code that is typed while one is looked up', async () => {
  let answer = () => {}
  const onCode = () => new Promise<string | null>((resolve) => (answer = () => resolve(null)))
  render(<CodeEntry onCode={onCode} />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Booking code' })
  await userEvent.type(field, '7K3QXM{Enter}')
  await userEvent.clear(field)
  await userEvent.type(field, '8P')
  answer()
  await screen.findByRole('button', { name: 'Onboard' })
  expect(field.value).toBe('8P')
})

it.each([
  ['replaces a code that was refused', '', 'Q'],
  ['goes on with the next code that was begun meanwhile', '{Backspace}8', '7K3QX8Q'],
])('what is typed next %s', async (_, meanwhile, then) => {
  let answer = () => {}
  const onCode = () => new Promise<string | null>((resolve) => (answer = () => resolve('No such code.')))
  render(<CodeEntry onCode={onCode} />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Booking code' })
  await userEvent.type(field, '7K3QXM{Enter}')
  if (meanwhile) await userEvent.keyboard(meanwhile)
  answer()
  await screen.findByRole('alert')
  await userEvent.keyboard('Q')
  expect(field.value).toBe(then)
})
