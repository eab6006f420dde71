// Owns which component draws which type of content, and which template a page stands in. A new component is a line here.
import type { ComponentType, ReactNode } from 'react'
import { itemsOf, textOf, type ContentItem } from '../features/content/content-item'
import { part, type Part } from './part'
import { formPart } from './parts/forms'
import { serverDrawn } from './server-drawn'
import { Dashboard } from './templates/Dashboard'
import { Flexi } from './templates/Flexi'
import { ImageLeftContentRight } from './templates/ImageLeftContentRight'
import { Leaderboard } from './templates/Leaderboard'

/** Every component of a page by its `typeId`. */
export const COMPONENTS: Readonly<Record<string, Part | undefined>> = {
  arrivals: part(async () => (await import('./parts/Arrivals')).Arrivals),
  'booking-details': part(async () => (await import('./parts/BookingDetails')).BookingDetails),
  calendar: part(async () => (await import('./parts/Calendar')).Calendar),
  'call-to-action': part(async () => (await import('../features/content/blocks/CallToAction')).CallToAction),
  carousel: part(async () => (await import('../features/content/blocks/Carousel')).Carousel),
  'coach-admin': part(async () => (await import('./parts/CoachAdmin')).CoachAdmin),
  countdown: part(async () => (await import('../features/content/blocks/Countdown')).Countdown),
  'delivery-admin': part(async () => (await import('./parts/DeliveryAdmin')).DeliveryAdmin),
  document: part(async () => (await import('./parts/DocumentList')).DocumentList),
  'faq-group': part(async () => (await import('./parts/FaqList')).FaqList),
  form: formPart,
  'hall-of-fame': part(async () => (await import('./parts/HallOfFame')).HallOfFame),
  hero: part(async () => (await import('../features/content/blocks/Hero')).Hero),
  letter: part(async () => (await import('./parts/Letter')).Letter),
  leaderboard: part(async () => (await import('./parts/Board')).Board),
  'instore-admin': part(async () => (await import('./parts/InstoreAdmin')).InstoreAdmin),
  'media-center': part(async () => (await import('./parts/MediaCenter')).MediaCenter),
  'my-profile': part(async () => (await import('./parts/Profile')).Profile),
  'reveal-desk': part(async () => (await import('./parts/RevealDesk')).RevealDesk),
  scorecard: part(async () => (await import('./parts/Scorecard')).Scorecard),
  'six-tests': part(async () => (await import('../features/content/blocks/SixTests')).SixTests),
  statement: part(async () => (await import('../features/content/blocks/Statement')).Statement),
  steps: part(async () => (await import('../features/content/blocks/Steps')).Steps),
  'test-confirm': part(async () => (await import('./parts/Companion')).Companion),
  'test-details': part(async () => (await import('./parts/Companion')).Companion),
  'test-guide': part(async () => (await import('../features/content/blocks/TestGuide')).TestGuide),
  'test-results': part(async () => (await import('./parts/TestResults')).TestResults),
  'test-score': part(async () => (await import('./parts/TestScore')).TestScore),
  'text-block': part(async () => (await import('../features/content/blocks/TextBlock')).TextBlock),
}

export interface TemplateProps {
  page: ContentItem
  children: ReactNode
}

/** Every template by the name that a page's category element says; an unknown one is drawn as Flexi. */
export const TEMPLATES: Readonly<Record<string, ComponentType<TemplateProps> | undefined>> = {
  Flexi,
  Dashboard,
  Leaderboard,
  'Image-Left-Content-Right': ImageLeftContentRight,
}

/** Types that another component draws along with itself, so that the page does not draw them twice. */
export const COMPANIONS: Readonly<Record<string, readonly string[] | undefined>> = {
  calendar: ['test-details', 'test-confirm'],
  'booking-details': ['test-results'],
  'faq-group': ['faq-group'],
  document: ['document'],
}

/** What must not vanish when it breaks: the person came for it, so it says so and offers another try. */
export const ESSENTIAL: ReadonlySet<string> = new Set([
  'arrivals',
  'booking-details',
  'calendar',
  'coach-admin',
  'delivery-admin',
  'form',
  'instore-admin',
  'media-center',
  'my-profile',
  'reveal-desk',
])

/** What acts at once on being drawn (redirects, whole areas of staff): a preview shows its name instead. */
export const STAND_INS: ReadonlySet<string> = new Set([
  'arrivals',
  'form',
  'delivery-admin',
  'instore-admin',
  'coach-admin',
  'reveal-desk',
])

/** The booking as a card on a dashboard, in place of the whole ticket. */
export const isCardVariant = (item: ContentItem) => textOf(item.elements, 'variant') === 'card'

/** Whether it is a card beside others; all else is as wide as the page. */
export const isCard = (item: ContentItem): boolean =>
  item.typeId === 'scorecard' ||
  item.typeId === 'test-score' ||
  (item.typeId === 'booking-details' && isCardVariant(item))

/** The components of a page in their order, without those that another one draws. */
export function partsOf(page: ContentItem): ContentItem[] {
  const items = itemsOf(page.elements, 'components')
  return items.filter(
    (item, at) =>
      !items.some(
        (other, otherAt) =>
          otherAt !== at &&
          !isCardVariant(other) &&
          COMPANIONS[other.typeId]?.includes(item.typeId) &&
          (other.typeId !== item.typeId || otherAt < at),
      ),
  )
}

/** The components of one type on a page. */
export const partsOfType = (page: ContentItem, typeId: string): ContentItem[] =>
  itemsOf(page.elements, 'components').filter((item) => item.typeId === typeId)

/** Fetches the code of what React draws of a page from the first; what fails is left to the drawing. */
export async function preloadParts(page: ContentItem): Promise<void> {
  const needed = partsOf(page).filter((item) => ESSENTIAL.has(item.typeId) || !serverDrawn(item))
  await Promise.all(needed.map((item) => COMPONENTS[item.typeId]?.preload(item).catch(() => undefined)))
}
