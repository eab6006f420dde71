import { fireEvent, render, screen, userEvent } from '../test/kit'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Button } from './Button'
import { Form } from './form/Form'
import { RadioGroup } from './form/RadioGroup'
import { Tabs } from './Tabs'
import { TextField } from './form/TextField'

describe('a form', () => {
  it('is not submitted by Enter in a single-line field, and is by its button', async () => {
    const submitted = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
    render(
      <Form onSubmit={submitted}>
        <TextField label="Name" name="name" />
        <Button type="submit">Send</Button>
      </Form>,
    )
    await userEvent.type(screen.getByLabelText('Name'), 'Sam{Enter}')
    expect(submitted).not.toHaveBeenCalled()
    screen.getByRole('button', { name: 'Send' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(submitted).toHaveBeenCalledOnce()
  })

  it('sums its problems up, and each leads to its field', async () => {
    render(
      <Form problems={[{ field: 'postcode', message: 'Not a postcode.' }]}>
        <TextField label="Postcode" name="postcode" error="Not a postcode." />
      </Form>,
    )
    expect(screen.getByRole('alert')).toBe(document.activeElement)
    await userEvent.click(screen.getByRole('link', { name: 'Not a postcode.' }))
    const input = screen.getByLabelText('Postcode')
    expect(document.activeElement).toBe(input)
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Not a postcode.',
    )
  })
})

it('a busy button keeps still', () => {
  const pressed = vi.fn()
  render(
    <Button busy onClick={pressed}>
      Book
    </Button>,
  )
  fireEvent.click(screen.getByRole('button'))
  expect(pressed).not.toHaveBeenCalled()
})

it('a group of radios tells what is chosen', async () => {
  const chosen = vi.fn()
  render(
    <RadioGroup
      name="size"
      label="Size"
      options={[
        { value: 'S', label: 'Small' },
        { value: 'M', label: 'Medium' },
      ]}
      onChange={(event) => chosen(event.target.value)}
    />,
  )
  await userEvent.click(screen.getByLabelText('Medium'))
  expect(chosen).toHaveBeenCalledWith('M')
})

it('arrow keys move between tabs', async () => {
  function Example() {
    const [value, setValue] = useState<'a' | 'b'>('a')
    return (
      <Tabs
        label="Example"
        value={value}
        onChange={setValue}
        tabs={[
          { key: 'a', label: 'A', content: 'first' },
          { key: 'b', label: 'B', content: 'second' },
        ]}
      />
    )
  }
  render(<Example />)
  await userEvent.click(screen.getByRole('tab', { name: 'A' }))
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement?.textContent).toBe('B')
  expect(screen.getByRole('tabpanel').textContent).toBe('second')
})
