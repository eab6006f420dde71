// The form of every type: each element has a field that reads and writes what the type describes.
import { press, screen, userEvent, within } from '../../../test/kit'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { ContentType, Element, ElementSpec, Problem } from '../api'
import { ElementField } from './ElementField'
import { heroListed } from '../../../test/content'
import { renderInEditor } from '../../../test/editor'

const files = import.meta.glob<ContentType>('../../../../../content/types/*.json', {
  eager: true,
  import: 'default',
})
const types = Object.values(files)

const items = ['Alpha', 'Beta', 'Gamma'].map((name) => heroListed(name.toLowerCase(), name))

vi.mock('../../../api/client/client', () => ({
  api: { get: (path: string) => Promise.resolve(path.endsWith('/images') ? { images: [] } : { items }) },
}))

// jsdom has no modal dialogs.
interface Shown {
  last: () => Element | undefined
}

function show(spec: ElementSpec, first?: Element, problems: readonly Problem[] = []): Shown {
  let last = first
  function Form() {
    const [value, setValue] = useState(first)
    return (
      <ElementField
        spec={spec}
        place={spec.key}
        value={value}
        problems={problems}
        onChange={(next) => {
          last = next
          setValue(next)
        }}
      />
    )
  }
  renderInEditor(<Form />, types)
  return { last: () => last }
}

const spec = (elementType: ElementSpec['elementType'], more: Partial<ElementSpec> = {}): ElementSpec => ({
  key: 'part',
  label: 'Part',
  elementType,
  required: false,
  list: false,
  ...more,
})

describe('every element of every type', () => {
  it.each(
    types.flatMap((type) => type.elements.map((found) => [`${type.typeId}.${found.key}`, found] as const)),
  )('%s has a field with its label', async (_, found) => {
    show(found)
    expect((await screen.findAllByText(found.label, { exact: false })).length).toBeGreaterThan(0)
    expect(screen.queryByText(/does not know elements/)).toBeNull()
  })
})

describe('a field', () => {
  it('of a text writes it, and takes it away when it is empty', async () => {
    const { last } = show(spec('text', { maxLength: 60 }))
    await userEvent.type(screen.getByLabelText(/^Part/), 'Hi')
    expect(last()).toEqual({ elementType: 'text', value: 'Hi' })
    await userEvent.clear(screen.getByLabelText(/^Part/))
    expect(last()).toBeUndefined()
  })

  it('of a long text keeps it on one line, whatever is typed or pasted', async () => {
    const { last } = show(spec('text', { maxLength: 300 }))
    const field = screen.getByLabelText(/^Part/)
    await userEvent.click(field)
    await userEvent.paste('One\ntwo\n\nthree\tfour')
    expect(last()).toEqual({ elementType: 'text', value: 'One two three four' })
    await userEvent.type(field, '{Enter}')
    expect(last()).toEqual({ elementType: 'text', value: 'One two three four ' })
    await userEvent.type(field, '{Enter}', { initialSelectionStart: 3, initialSelectionEnd: 3 })
    expect((field as HTMLTextAreaElement).selectionStart).toBe(4)
  })

  it('of a text with options offers them', async () => {
    const { last } = show(spec('text', { options: ['login', 'registration'] }))
    await userEvent.selectOptions(screen.getByLabelText(/^Part/), 'registration')
    expect(last()).toEqual({ elementType: 'text', value: 'registration' })
  })

  it('of a toggle, a number and an instant write their own kind', async () => {
    const toggle = show(spec('toggle', { key: 'on', label: 'On' }))
    await userEvent.click(screen.getByLabelText('On'))
    expect(toggle.last()).toEqual({ elementType: 'toggle', value: true })
    const number = show(spec('number', { key: 'count', label: 'Count' }))
    await userEvent.type(screen.getByLabelText(/^Count/), '2.5')
    expect(number.last()).toEqual({ elementType: 'number', value: 2.5 })
  })

  it('of a link leaves out what its action does not need', async () => {
    const { last } = show(spec('link'))
    await press('Add a link')
    await userEvent.type(screen.getByLabelText(/^Words/), 'Go')
    await userEvent.type(screen.getByLabelText(/^Address/), '/faqs')
    expect(last()).toEqual({ elementType: 'link', linkText: 'Go', linkURL: '/faqs' })
    await userEvent.selectOptions(screen.getByLabelText(/^When pressed/), 'scroll')
    await userEvent.type(screen.getByLabelText(/^Anchor of that part/), '#tests')
    expect(last()).toEqual({
      elementType: 'link',
      linkText: 'Go',
      linkURL: '/faqs',
      action: 'scroll',
      target: 'tests',
    })
    await userEvent.selectOptions(screen.getByLabelText(/^When pressed/), 'logout')
    expect(last()).toEqual({ elementType: 'link', linkText: 'Go', linkURL: '/faqs', action: 'logout' })
  })

  it('of references adds, moves with the keyboard and takes away', async () => {
    const { last } = show(spec('reference', { list: true, allow: ['kind:component'] }), {
      elementType: 'reference',
      values: [{ id: 'alpha' }, { id: 'beta' }],
    })
    await screen.findByText('Beta')
    await press('Add')
    await press(/Gamma/)
    expect(last()?.values).toEqual([{ id: 'alpha' }, { id: 'beta' }, { id: 'gamma' }])
    screen.getByRole('button', { name: /^Move Gamma: arrow keys/ }).focus()
    await userEvent.keyboard('{ArrowUp}')
    expect(last()?.values).toEqual([{ id: 'alpha' }, { id: 'gamma' }, { id: 'beta' }])
    await press('Remove Alpha')
    expect(last()?.values).toEqual([{ id: 'gamma' }, { id: 'beta' }])
  })

  it('names a reference that leads nowhere', async () => {
    show(spec('reference', { list: true }), { elementType: 'reference', values: [{ id: 'lost' }] })
    await screen.findByText('There is no such item. Pages leave it out.')
  })

  it('of a group writes its rows', async () => {
    const { last } = show(
      spec('group', { list: true, elements: [spec('text', { key: 'title', label: 'Title' })] }),
    )
    await press('Add a row')
    await userEvent.type(screen.getByLabelText(/^Title/), 'One')
    await press('Add a row')
    const rows = within(screen.getByRole('list')).getAllByRole('listitem')
    await userEvent.type(within(rows[1] as HTMLElement).getByLabelText(/^Title/), 'Two')
    expect(last()?.values).toEqual([
      { title: { elementType: 'text', value: 'One' } },
      { title: { elementType: 'text', value: 'Two' } },
    ])
    screen.getByRole('button', { name: /^Move One: arrow keys/ }).focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(last()?.values).toEqual([
      { title: { elementType: 'text', value: 'Two' } },
      { title: { elementType: 'text', value: 'One' } },
    ])
  })

  it('says what is wrong beside it', () => {
    show(spec('text'), undefined, [{ element: 'part', problem: 'REQUIRED', message: 'Fill this in.' }])
    expect(screen.getByLabelText(/^Part/)).toHaveProperty('ariaInvalid')
    expect(screen.getByText('Fill this in.')).toBeTruthy()
  })

  it('tells that an element is of the wrong type, and empties it when asked', async () => {
    const { last } = show(spec('text'), { elementType: 'toggle', value: true })
    await press('Empty it')
    expect(last()).toBeUndefined()
  })
})
