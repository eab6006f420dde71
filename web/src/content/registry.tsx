// Owns which component draws which type of content, and which template a page stands in. A new component is a line here.
import type { ComponentType } from 'react'
import { itemsOf, type ContentItem } from '../features/content/content-item'
import { part, type Part } from '../first-html/part'
import { serverDrawn } from '../first-html/server-drawn'
import { drawsAlong, isCardVariant, traitsOf } from '../first-html/traits'
import { formPart } from './parts/forms'
import { Dashboard } from './templates/Dashboard'
import { Flexi } from './templates/Flexi'
import { ImageLeftContentRight } from './templates/ImageLeftContentRight'
import { Leaderboard } from './templates/Leaderboard'
import type { TemplateProps } from './templates/props'

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

/** Every template by the name that a page's category element says; an unknown one is drawn as Flexi. */
export const TEMPLATES: Readonly<Record<string, ComponentType<TemplateProps> | undefined>> = {
  Flexi,
  Dashboard,
  Leaderboard,
  'Image-Left-Content-Right': ImageLeftContentRight,
}

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
          drawsAlong(other, item) &&
          (other.typeId !== item.typeId || otherAt < at),
      ),
  )
}

/** The components of one type on a page. */
export const partsOfType = (page: ContentItem, typeId: string): ContentItem[] =>
  itemsOf(page.elements, 'components').filter((item) => item.typeId === typeId)

/** Fetches the code of what React draws of a page from the first; what fails is left to the drawing. */
export async function preloadParts(page: ContentItem): Promise<void> {
  const needed = partsOf(page).filter((item) => traitsOf(item).essential || !serverDrawn(item))
  await Promise.all(needed.map((item) => COMPONENTS[item.typeId]?.preload(item).catch(() => undefined)))
}
