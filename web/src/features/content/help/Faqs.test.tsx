import { renderQueried, screen, userEvent } from '../../../test/kit'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import type { ContentItem } from '../content-item'
import { Faqs } from './Faqs'
import { routed } from '../../../test/router'

const text = (value: string) => ({ elementType: 'text', value })
const row = (anchor: string, question: string, answer: string) => ({
  anchor: text(anchor),
  question: text(question),
  answer: { elementType: 'formattedtext', value: answer },
})
const group = (id: string, headline: string, ...values: unknown[]): ContentItem => ({
  id,
  name: id,
  typeId: 'faq-group',
  type: 'FAQ group',
  elements: { headline: text(headline), questions: { elementType: 'group', values } },
})
const BOOKING = group(
  'booking',
  'Booking',
  row('cancel', 'Can I cancel?', 'Yes.'),
  row('move', 'Can I move it?', 'Yes, too.'),
)
const GROUPS = [BOOKING, group('scores', 'Scores', row('season', 'What is a season?', 'A set of dates.'))]

async function show(hash = '', beside: ReactNode = null, groups = GROUPS) {
  const page = (
    <>
      <Faqs groups={groups} />
      {beside}
    </>
  )
  renderQueried(routed(page, `/${hash}`))
  await screen.findByRole('searchbox')
}

describe('Faqs', () => {
  it('finds as you type, counts, and starts again', async () => {
    await show()
    const user = userEvent.setup()
    await user.type(screen.getByRole('searchbox'), 'can i')
    expect(screen.getByRole('status').textContent).toBe('2 answers')
    expect(screen.queryByText('What is a season?')).toBeNull()
    await user.type(screen.getByRole('searchbox'), ' fly')
    await user.click(screen.getByRole('button', { name: 'Show every question' }))
    expect(screen.getByText('What is a season?')).toBeTruthy()
  })

  it('keeps what was typed before the script ran, and while React rendered', async () => {
    // The search field of the server's markup.
    const first = document.body.appendChild(document.createElement('input'))
    first.id = 'faq-search'
    first.value = 'can'
    function TypeOn() {
      first.value = 'can i'
      return null
    }
    await show('', <TypeOn />)
    first.remove()
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('can i')
    expect(screen.getByRole('status').textContent).toBe('2 answers')
  })

  it('leaves the cursor in the field while somebody types', async () => {
    const first = document.body.appendChild(document.createElement('input'))
    first.id = 'faq-search'
    first.value = 'can'
    first.focus()
    first.setSelectionRange(1, 2)
    await show()
    first.remove()
    const field = screen.getByRole<HTMLInputElement>('searchbox')
    expect(document.activeElement).toBe(field)
    expect([field.selectionStart, field.selectionEnd]).toEqual([1, 2])
  })

  it('leads to a group by its anchor, and opens it with its words', async () => {
    const words = { elementType: 'formattedtext', value: 'Read this first.' }
    const elements = { ...BOOKING.elements, anchor: text('before-you-book'), text: words }
    await show('', null, [{ ...BOOKING, elements }])
    expect(screen.getByRole('link', { name: /Booking/ }).getAttribute('href')).toBe('#before-you-book')
    expect(document.getElementById('before-you-book')?.textContent).toContain('Read this first.')
  })

  it('opens the question that the address names', async () => {
    await show('#season')
    const open = document.querySelectorAll('details[open]')
    expect([...open].map((box) => box.id)).toEqual(['season'])
  })
})
