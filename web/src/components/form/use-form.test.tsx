import { press, render, screen, userEvent } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import { Checkbox } from './Checkbox'
import { Form, FormButtons } from './Form'
import type { FormProblem } from './FormSummary'
import { TextField } from './TextField'
import { useForm, type FormOptions } from './use-form'

interface Typed {
  name: string
  agreed: boolean
}

const EMPTY = (field: string): FormProblem => ({ field, message: 'Fill this in.' })
const check = ({ name }: Typed) => (name === '' ? [EMPTY('name')] : [])

function Example({ stored, ...options }: Partial<FormOptions<Typed>> & { stored?: Typed }) {
  const form = useForm<Typed>({
    initial: { name: '', agreed: false },
    check,
    send: () => undefined,
    ...options,
  })
  return (
    <Form {...form.props} aria-label="Example">
      <TextField {...form.field('name')} label="Name" />
      <Checkbox {...form.tick('agreed')} label="Agreed" />
      <FormButtons submit="Send" busy={form.busy} leave="Undo" onLeave={() => form.reset()} />
      {stored && (
        <button type="button" onClick={() => form.follow(stored)}>
          Follow
        </button>
      )}
      {form.changed && <p>Changed</p>}
    </Form>
  )
}

const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
const invalid = () => box().getAttribute('aria-invalid') === 'true'

it('says nothing before the first attempt, then checks a field again as it changes', async () => {
  const send = vi.fn()
  render(<Example send={send} />)
  await userEvent.type(box(), 'a{Backspace}')
  expect(invalid()).toBe(false)
  await press('Send')
  expect(invalid()).toBe(true)
  expect(document.activeElement).toBe(screen.getByRole('alert'))
  await userEvent.type(box(), 'Ada')
  expect(invalid()).toBe(false)
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.clear(box())
  expect(invalid()).toBe(true)
  expect(send).not.toHaveBeenCalled()
})

it('shows what the server would not take until that field changes', async () => {
  const send = vi.fn(() =>
    Promise.resolve([
      { field: 'name', message: 'Taken.' },
      { field: null, message: 'No.' },
    ]),
  )
  render(<Example send={send} />)
  await userEvent.type(box(), 'Ada')
  await press('Send')
  expect(send).toHaveBeenCalledWith({ name: 'Ada', agreed: false })
  const summary = await screen.findByRole('alert')
  expect([...summary.querySelectorAll('li')].map((line) => line.textContent)).toEqual(['No.', 'Taken.'])
  await userEvent.type(box(), ' L')
  expect(invalid()).toBe(false)
  screen.getByText('No.')
})

it('checks all fields again with any change where one depends on another', async () => {
  const either = ({ name, agreed }: Typed) => (agreed || name !== '' ? [] : [EMPTY('name')])
  render(<Example check={either} dependent />)
  await press('Send')
  expect(invalid()).toBe(true)
  await userEvent.click(screen.getByRole('checkbox'))
  expect(invalid()).toBe(false)
  await userEvent.click(screen.getByRole('checkbox'))
  expect(invalid()).toBe(true)
})

it('shows a refusal that the caller stores until there is something else to fix', async () => {
  render(<Example refused={{ field: 'name', message: 'Taken.' }} />)
  screen.getByText('Taken.')
  await press('Send')
  expect(screen.queryByText('Taken.')).toBeNull()
  screen.getAllByText('Fill this in.')
})

it('sends once while it is being sent', async () => {
  let answer = () => {}
  const send = vi.fn(() => new Promise<undefined>((resolve) => (answer = () => resolve(undefined))))
  render(<Example send={send} />)
  await userEvent.type(box(), 'Ada')
  const form = screen.getByRole<HTMLFormElement>('form')
  form.requestSubmit()
  form.requestSubmit()
  expect(send).toHaveBeenCalledTimes(1)
  await vi.waitFor(() => expect(form.getAttribute('aria-busy')).toBe('true'))
  answer()
  await vi.waitFor(() => expect(form.getAttribute('aria-busy')).toBe('false'))
})

it('shows the check of the newest values, however late an older one comes', async () => {
  const answers: ((problems: FormProblem[]) => void)[] = []
  const slow = ({ name }: Typed) =>
    name === '' ? [EMPTY('name')] : new Promise<FormProblem[]>((resolve) => answers.push(resolve))
  render(<Example check={slow} />)
  await press('Send')
  await userEvent.type(box(), 'ab')
  answers[1]?.([])
  await vi.waitFor(() => expect(invalid()).toBe(false))
  answers[0]?.([EMPTY('name')])
  await Promise.resolve()
  expect(invalid()).toBe(false)
})

it('knows whether anything has changed, and goes back', async () => {
  render(<Example />)
  await userEvent.click(screen.getByRole('checkbox'))
  screen.getByText('Changed')
  await press('Send')
  await press('Undo')
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  expect(screen.queryByText('Changed')).toBeNull()
  expect(invalid()).toBe(false)
})

it('follows what is stored, and keeps what was changed here', async () => {
  const { rerender } = render(<Example stored={{ name: 'Sam', agreed: true }} />)
  const agreed = screen.getByRole<HTMLInputElement>('checkbox')
  await userEvent.type(box(), 'Ada')
  await press('Follow')
  expect([box().value, agreed.checked]).toEqual(['Ada', true])
  screen.getByText('Changed')
  rerender(<Example stored={{ name: 'Ada', agreed: false }} />)
  await press('Follow')
  expect([box().value, agreed.checked]).toEqual(['Ada', false])
  expect(screen.queryByText('Changed')).toBeNull()
})

it('keeps a password out of the markup', async () => {
  const { container } = render(<TextField type="password" label="Password" value="six corners" readOnly />)
  expect(container.innerHTML).not.toContain('six corners')
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('six corners')
})

it.each([
  ['check', { check: () => Promise.reject(new Error('offline')) }],
  ['send', { send: () => Promise.reject(new Error('offline')) }],
])('says so when %s fails, and can be sent again', async (_, failing) => {
  render(<Example {...failing} sentenceOf={(cause) => `Sorry: ${(cause as Error).message}.`} />)
  await userEvent.type(box(), 'Ada')
  await press('Send')
  expect(screen.getByRole('alert').textContent).toContain('Sorry: offline.')
  expect(screen.getByRole('form').getAttribute('aria-busy')).toBe('false')
})

it('moves the focus to the field that the server refuses, each time that it does', () => {
  const { rerender } = render(<Example />)
  const send = screen.getByRole('button', { name: 'Send' })
  for (const message of ['Taken.', 'Taken too.']) {
    send.focus()
    rerender(<Example refused={{ field: 'name', message }} />)
    expect(document.activeElement).toBe(box())
    expect(box().getAttribute('aria-describedby')).toBe(screen.getByText(message).closest('[id]')?.id)
    rerender(<Example refused={null} />)
  }
})

it('leaves the focus where somebody has gone on to type while the form was sent', async () => {
  const refused = { field: 'agreed', message: 'Not yet.' }
  const { rerender } = render(<Example />)
  await userEvent.type(box(), 'Ada')
  await press('Send')
  rerender(<Example refused={refused} />)
  expect(document.activeElement).toBe(screen.getByRole('checkbox'))
  rerender(<Example refused={null} />)
  await press('Send')
  await userEvent.type(box(), ' L')
  rerender(<Example refused={refused} />)
  expect(document.activeElement).toBe(box())
})
