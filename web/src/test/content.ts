import type { Item, ItemDetails, LibraryImage } from '../features/authoring/api'

/** A published page. */
export const news: Item & ItemDetails['item'] = {
  id: 'news',
  name: 'News',
  typeId: 'flexi-page',
  type: 'Flexi',
  status: 'ready',
  libraryId: 'library',
  tags: [],
  elements: { path: { elementType: 'text', value: '/news' } },
  rev: 4,
  lastModified: '2026-11-01T09:00:00Z',
}

/** A published component. */
export const slogan: typeof news = {
  ...news,
  id: 'slogan',
  name: 'Slogan',
  typeId: 'slogan',
  type: 'One line',
  elements: { headline: { elementType: 'text', value: 'Be all six.' } },
}

/** As the editor reads an item; nothing leads to it. */
export const detailsOf = (item: ItemDetails['item'], ready: ItemDetails['ready']): ItemDetails => ({
  item,
  ready,
  takenDown: false,
  needed: false,
  problems: [],
  usedBy: [],
  linkedFrom: [],
})

export const newsDetails = detailsOf(news, news)

/** A hero in a list of items. */
export const heroListed = (id: string, name: string) => ({
  id,
  name,
  typeId: 'hero',
  type: 'Hero',
  kind: 'component',
  status: 'ready',
  rev: 1,
  readyRev: 1,
  lastModified: news.lastModified,
  problems: 0,
})

/** A picture of the library. */
export const track: LibraryImage = {
  id: 'a1',
  name: 'Track',
  altText: 'A track',
  url: '/i/a1/320',
  width: 320,
  height: 160,
  widths: [320],
}
