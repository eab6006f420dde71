// The seed content as the site will read it: every reference and every link leads to something that exists.
import { describe, expect, it } from 'vitest'
import { LOCALE_PREFIX, localised, ROUTES } from '../../paths'
import { TEST_TYPES } from '../../components/art/test-types'
import { COMPONENTS } from '../../content/registry'
import { asContentItem, groupsOf, itemsOf, numberOf, textOf, type ContentItem } from './content-item'
import { readFaqGroup } from './help/faq-search'
import { PAGES } from './page/use-page'

const files = import.meta.glob('../../../../content/items/*.json', { eager: true, import: 'default' })
const items = new Map(
  Object.entries(files).map(([path, json]) => {
    const item = asContentItem(json)
    if (!item) throw new Error(`${path} is not a content item`)
    expect(path.endsWith(`/${item.id}.json`)).toBe(true)
    return [item.id, item]
  }),
)

function get(id: string): ContentItem {
  const item = items.get(id)
  if (!item) throw new Error(`no item ${id}`)
  return item
}

/** With references replaced by their components, as the server delivers a page. */
function inlined(page: ContentItem): ContentItem {
  const found = page.elements.components as { values?: { id: string }[] } | undefined
  const values = (found?.values ?? []).map(({ id }) => get(id))
  return { ...page, elements: { ...page.elements, components: { elementType: 'reference', values } } }
}

const referencesOf = (item: ContentItem): string[] =>
  [...JSON.stringify(item.elements).matchAll(/"id":"([\w-]+)"/g)].map(([, id]) => id ?? '')

const groups = [...items.values()].filter((item) => item.typeId === 'faq-group').map(readFaqGroup)
const faqs = groups.flatMap((group) => group.faqs)
const documents = [...items.values()].filter((item) => item.typeId === 'document')

/** The anchors of a text's second-level headings, as the server makes them. */
const headingsOf = (markdown: string) =>
  [...markdown.matchAll(/^##\s+(.+?)\s*#*$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, ''),
  )

// Where a hash may lead: questions and their groups, tests, documents and their headings.
const ANCHORS = new Set([
  ...groups.map((group) => group.id),
  ...faqs.map((faq) => faq.anchor),
  ...TEST_TYPES.map((test) => test.toLowerCase()),
  ...documents.flatMap((item) => [
    textOf(item.elements, 'anchor'),
    ...headingsOf(textOf(item.elements, 'body')),
  ]),
])

function leadsSomewhere(href: string): boolean {
  // An account elsewhere, not just the front page of a network.
  if (href.startsWith('https://')) return new URL(href).pathname.length > 1
  const [path = '', hash] = localised(href).split('#')
  const pages: readonly string[] = Object.values(ROUTES)
  const known = pages.includes(path) || path === `${LOCALE_PREFIX}/`
  return known && (hash === undefined || ANCHORS.has(hash))
}

describe('seed content', () => {
  it('has every page, with its words', () => {
    for (const id of Object.values(PAGES)) {
      for (const key of ['path', 'title', 'description', 'headline']) {
        expect(textOf(get(id).elements, key), `${id}.${key}`).not.toBe('')
      }
    }
  })

  it('refers only to items that exist', () => {
    for (const item of items.values())
      for (const id of referencesOf(item)) expect(items.has(id), id).toBe(true)
  })

  it('uses only components that are drawn', () => {
    for (const page of items.values()) {
      if (!page.typeId.endsWith('-page')) continue
      for (const { id, typeId } of itemsOf(inlined(page).elements, 'components'))
        expect(COMPONENTS[typeId], `${page.id}: ${id}`).toBeDefined()
    }
  })

  it('links only to pages and anchors that exist', () => {
    for (const item of items.values()) {
      const text = JSON.stringify(item.elements)
      const links = [...text.matchAll(/"linkURL":"([^"]+)"/g), ...text.matchAll(/\]\((\/[^)]*)\)/g)]
      for (const [, href = ''] of links) expect(leadsSomewhere(href), `${item.id}: ${href}`).toBe(true)
    }
  })

  // RULES 8.6
  it('names the age group and the gender wherever it says what public boards show', () => {
    for (const id of ['faq-scores', 'terms-text', 'privacy-text', 'letter-coming-of-age']) {
      const text = JSON.stringify(get(id).elements)
      expect(text, id).toContain('your age group')
      expect(text, id).toContain('your gender')
    }
  })

  // RULES 10.7
  it('says what stays on a device unencrypted', () => {
    expect(textOf(get('privacy-text').elements, 'body')).toContain(
      'what you enter while you sign up: it stays in that tab, not encrypted,',
    )
  })

  it('asks seven health questions, explains six tests and answers at least fifteen questions', () => {
    expect(groupsOf(get('parq').elements, 'questions')).toHaveLength(7)
    for (const test of TEST_TYPES) {
      const { elements } = get(`test-${test.toLowerCase()}`)
      expect(textOf(elements, 'testType')).toBe(test)
      for (const key of ['zeroMark', 'hundredMark', 'attempts', 'decimals']) {
        expect(numberOf(elements, key), `${test}.${key}`).not.toBeNull()
      }
    }
    expect(faqs.length).toBeGreaterThanOrEqual(15)
    expect(new Set(faqs.map((faq) => faq.anchor)).size).toBe(faqs.length)
  })
})
