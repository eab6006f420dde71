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

/** As the editor reads it; nothing leads to it. */
export const newsDetails: ItemDetails = {
  item: news,
  ready: news,
  takenDown: false,
  needed: false,
  problems: [],
  usedBy: [],
  linkedFrom: [],
}

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
