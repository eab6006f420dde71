// RULES 10.8
import { field, render, screen, userEvent } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import { Form } from './Form'

function show() {
  const submitted = vi.fn()
  const looked = vi.fn()
  render(
    <>
      <Form problems={[]} attempt={0} onSubmit={submitted} aria-label="Sign in">
        <input aria-label="E-mail" type="email" />
        <input aria-label="Code" inputMode="numeric" />
        <textarea aria-label="Notes" />
        <button type="submit">Go</button>
      </Form>
      <input aria-label="Search" onKeyDown={(event) => event.key === 'Enter' && looked()} />
    </>,
  )
  return { submitted, looked }
}

it.each(['E-mail', 'Code'])('Enter in a single-line field does not send the form: %s', async (label) => {
  const { submitted } = show()
  await userEvent.type(field(label), '1{Enter}')
  expect(submitted).not.toHaveBeenCalled()
})

it('Enter keeps its meaning everywhere else', async () => {
  const { submitted, looked } = show()
  await userEvent.type(field('Notes'), 'one{Enter}two')
  expect(field<HTMLTextAreaElement>('Notes').value).toBe('one\ntwo')
  await userEvent.type(field('Search'), 'sam{Enter}')
  expect(looked).toHaveBeenCalledOnce()
  expect(submitted).not.toHaveBeenCalled()
  screen.getByRole('button', { name: 'Go' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(submitted).toHaveBeenCalledOnce()
})
