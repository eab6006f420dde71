import { field, press, render, userEvent } from '../test/kit'
import { expect, it, vi } from 'vitest'
import { Checkbox } from '../components/form/Checkbox'
import { Form } from '../components/form/Form'
import { SelectField, type Choice } from '../components/form/SelectField'
import { TextField } from '../components/form/TextField'
import { useForm } from '../components/form/use-form'
import { pageToKeep, toKeep } from './seen'
import { countAsTyped, isSomethingTyped, watchTyping } from './typing'
import { UpdateNotice } from './UpdateNotice'

const shown = (typed: boolean) => {
  const [onReload, onLater] = [vi.fn(), vi.fn()]
  render(<UpdateNotice onReload={onReload} onLater={onLater} isTyped={() => typed} />)
  return { onReload, onLater }
}

it('a new version waits to be asked for', async () => {
  const { onReload, onLater } = shown(false)
  expect(onReload).not.toHaveBeenCalled()
  await press('Later')
  expect(onLater).toHaveBeenCalledOnce()
  await press('Reload')
  expect(onReload).toHaveBeenCalledOnce()
})

it('what is half filled in is lost only by a second press', async () => {
  const { onReload } = shown(true)
  await press('Reload')
  expect(onReload).not.toHaveBeenCalled()
  await press('Reload anyway')
  expect(onReload).toHaveBeenCalledOnce()
})

it('a form counts from the first letter until it is empty again or leaves the page', async () => {
  watchTyping()
  const { unmount } = render(
    <form>
      <input aria-label="Name" />
      <button type="submit" value="send">
        Send
      </button>
    </form>,
  )
  expect(isSomethingTyped()).toBe(false)
  await userEvent.type(field('Name'), 'R')
  expect(isSomethingTyped()).toBe(true)
  await userEvent.clear(field('Name'))
  expect(isSomethingTyped()).toBe(false)
  await userEvent.type(field('Name'), 'R')
  expect(isSomethingTyped()).toBe(true)
  unmount()
  expect(isSomethingTyped()).toBe(false)
})

/** A form that stays with what was saved. */
function Stays({ choices }: { choices: readonly Choice[] }) {
  const form = useForm({
    initial: { name: 'Rory', size: 'M', competes: true },
    send: (typed): undefined => {
      form.follow(typed)
    },
  })
  return (
    <Form {...form.props}>
      <TextField label="Name" {...form.field('name')} />
      <SelectField label="Size" options={choices} {...form.field('size')} />
      <Checkbox label="Competes" {...form.tick('competes')} />
      <button type="submit">Save</button>
    </Form>
  )
}

it('a form that stays counts until it is saved, or is again as it was', async () => {
  watchTyping()
  render(<Stays choices={['S', 'M'].map((value) => ({ value, label: value }))} />)
  expect(isSomethingTyped()).toBe(false)
  const changes = [
    () => userEvent.type(field('Name'), 'y'),
    () => userEvent.selectOptions(field('Size'), 'S'),
    () => userEvent.click(field('Competes')),
  ]
  for (const change of changes) {
    await change()
    expect(isSomethingTyped()).toBe(true)
    await press('Save')
    expect(isSomethingTyped()).toBe(false)
  }
  await userEvent.click(field('Competes'))
  expect(isSomethingTyped()).toBe(true)
  await userEvent.click(field('Competes'))
  expect(isSomethingTyped()).toBe(false)
})

it('a choice in a form of no other words counts while it is not the one it began with', async () => {
  watchTyping()
  render(
    <form>
      <input type="checkbox" aria-label="Competes" defaultChecked />
      <select aria-label="Size" defaultValue="M">
        <option>S</option>
        <option>M</option>
      </select>
    </form>,
  )
  await userEvent.click(field('Competes'))
  expect(isSomethingTyped()).toBe(true)
  await userEvent.click(field('Competes'))
  expect(isSomethingTyped()).toBe(false)
})

it('what is held outside of forms counts as typed', () => {
  let held = true
  const release = countAsTyped(() => held)
  expect(isSomethingTyped()).toBe(true)
  held = false
  expect(isSomethingTyped()).toBe(false)
  held = true
  release()
  expect(isSomethingTyped()).toBe(false)
})

it('a page has its own public parts kept, and nothing of the person', () => {
  const first = JSON.stringify({
    config: { libraryEntry: { libraryId: 'lib' } },
    page: { item: { id: 'home' } },
  })
  const asked = ['/assets/a.js', '/api/user/profile?iv=1', '/api/event/config?iv=1', '/assets/a.js']
  expect(toKeep('http://x', asked, first)).toEqual([
    'http://x/api/event/config',
    'http://x/api/content/lib/delivery/v1/rendering/context/home',
    'http://x/assets/a.js',
  ])
  expect(toKeep('http://x', [], 'no json')).toEqual(['http://x/api/event/config'])
  const at = (path: string) => pageToKeep(new URL(path, 'http://x') as unknown as Location)
  expect(at('/en-gb/#faq')).toBe('http://x/en-gb/')
  expect(at('/en-gb/reset-password?token=secret')).toBeNull()
})
