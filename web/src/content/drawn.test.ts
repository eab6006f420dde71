// Every element that editors are offered is read by what draws its type; others are `retired` in its file.
import { expect, it } from 'vitest'

interface ElementDef {
  key: string
  retired?: boolean
  elements?: ElementDef[]
}
interface TypeDef {
  typeId: string
  kind: string
  elements: ElementDef[]
}

const types = Object.values(
  import.meta.glob<TypeDef>('../../../content/types/*.json', { eager: true, import: 'default' }),
)
const raw = import.meta.glob<string>(
  [
    './**/*.{ts,tsx}',
    '../features/account/**/*.{ts,tsx}',
    '../features/content/**/*.{ts,tsx}',
    '../first-html/*.ts',
  ],
  { eager: true, query: '?raw', import: 'default' },
)
/** The path below `src` of what a file there names. */
function below(file: string, path: string): string {
  return new URL(path, `http://src/${file}`).pathname.slice(1)
}

/** The sources by their path below `src`. */
const sources = new Map(Object.entries(raw).map(([path, text]) => [below('content/', path), text] as const))

/** What draws a type besides the file in the registry. */
const BESIDES: Readonly<Record<string, readonly string[]>> = {
  'athletic-test': [
    'features/content/blocks/SixTests.tsx',
    'features/content/blocks/TestGuide.tsx',
    'content/parts/results/WhatIf.tsx',
  ],
  'booking-details': ['first-html/traits.ts'],
  document: ['features/account/parq.ts', 'features/account/sign-in/Guardian.tsx'],
  'health-screening': ['features/account/parq.ts'],
  menu: ['content/menu.ts'],
  'test-confirm': ['content/parts/Calendar.tsx'],
  'test-details': ['content/parts/Calendar.tsx'],
  'dashboard-page': ['content/templates/Dashboard.tsx'],
  'flexi-page': ['content/templates/Flexi.tsx'],
  'image-left-content-right-page': ['content/templates/ImageLeftContentRight.tsx'],
  'leaderboard-page': ['content/templates/Leaderboard.tsx'],
}

/** Files that read the elements of the item that they are given. */
const READERS: ReadonlySet<string> = new Set([
  'content/parts/results/BookedLink.tsx',
  'content/parts/results/NoVisit.tsx',
  'content/parts/staff/StaffArea.tsx',
  'features/content/athlete/NextTestCard.tsx',
  'features/content/athlete/TestScoreCard.tsx',
  'features/content/blocks/shared/Actions.tsx',
  'features/content/blocks/shared/SectionHead.tsx',
  'features/content/blocks/shared/SidePanel.tsx',
  'features/content/help/Documents.tsx',
  'features/content/help/Faqs.tsx',
  'features/content/help/faq-search.ts',
  'features/content/page/PageHead.tsx',
  'features/content/test-facts.ts',
])

/** Elements that no drawing of their type reads, with the reader. */
const READ_ELSEWHERE: Readonly<Record<string, string>> = {
  anchor: 'PageSection.tsx, of every component',
  components: 'ContentBody.tsx',
  description: 'the head of the page',
  indexable: 'the head of the page',
  path: 'the address of the page',
  template: 'ContentBody.tsx',
  title: 'the head of the page',
  'athletic-test.order': 'programs, in searches',
}
/** Types that the server reads: the settings of the site, and the letters that it sends. */
const OF_THE_SERVER = ['letter', 'site-settings']

const registry = sources.get('content/registry.tsx') ?? ''
const registered = new Map(
  [...registry.matchAll(/^ {2}'?([\w-]+)'?: part\([^']+'([^']+)'/gm)].map(
    ([, typeId = '', path = '']) => [typeId, below('content/', `${path}.tsx`)] as const,
  ),
)

/** A file, with the readers that it imports. */
function read(path: string, seen = new Set<string>()): string {
  const text = sources.get(path)
  if (text === undefined) throw new Error(`no ${path}`)
  if (seen.has(path)) return ''
  seen.add(path)
  const imported = [...text.matchAll(/(?:from |import\()'(\.[^']+)'/g)].flatMap(([, from = '']) => {
    const named = below(path, from)
    return [`${named}.tsx`, `${named}.ts`].filter((file) => READERS.has(file))
  })
  return [text, ...imported.map((file) => read(file, seen))].join('\n')
}

function undrawn(type: TypeDef): string[] {
  const own = registered.get(type.typeId)
  const files = [...(own === undefined ? [] : [own]), ...(BESIDES[type.typeId] ?? [])]
  const text = files.map((file) => read(file)).join('\n')
  const missing = (defs: readonly ElementDef[], above: string): string[] =>
    defs
      .filter((def) => def.retired !== true)
      .flatMap((def) => {
        const at = `${above}${def.key}`
        const elsewhere = at in READ_ELSEWHERE || `${type.typeId}.${at}` in READ_ELSEWHERE
        const drawn = elsewhere || new RegExp(`'${def.key}'|elements\\)?\\.${def.key}\\b`).test(text)
        return [...(drawn ? [] : [at]), ...missing(def.elements ?? [], `${at}.`)]
      })
  return missing(type.elements, '')
}

it('knows what draws each component', () => {
  const components = types.filter(({ kind }) => kind === 'component')
  expect(components.length).toBeGreaterThan(20)
  expect(components.map(({ typeId }) => typeId).filter((typeId) => !registered.has(typeId))).toEqual([])
})

const drawn = types
  .filter(({ typeId }) => !OF_THE_SERVER.includes(typeId))
  .map((type) => [type.typeId, type] as const)

it.each(drawn)('%s has no element that nothing draws', (_, type) => {
  expect(undrawn(type)).toEqual([])
})
