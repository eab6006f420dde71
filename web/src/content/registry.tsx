// Which component draws which type of content. A new component is a line here.
import type { ContentItem } from '../features/content/content-item'
import { part } from '../first-html/part'
import { serverDrawn } from '../first-html/server-drawn'
import { traitsOf } from '../first-html/traits'
import { partsOf } from './page-parts'
import type { Registry } from './parts-by-type'

/** Every component of a page by its `typeId`. */
export const COMPONENTS: Registry = {
  arrivals: part(async () => (await import('./parts/Arrivals')).Arrivals),
  'booking-details': part(async () => (await import('./parts/BookingDetails')).BookingDetails),
  calendar: part(async () => (await import('./parts/Calendar')).Calendar),
  'call-to-action': part(async () => (await import('../features/content/blocks/CallToAction')).CallToAction),
  carousel: part(async () => (await import('../features/content/blocks/Carousel')).Carousel),
  'coach-admin': part(async () => (await import('./parts/staff/CoachAdmin')).CoachAdmin),
  countdown: part(async () => (await import('../features/content/blocks/Countdown')).Countdown),
  crews: part(async () => (await import('./parts/crews/Crews')).Crews),
  'delivery-admin': part(async () => (await import('./parts/staff/DeliveryAdmin')).DeliveryAdmin),
  document: part(async () => (await import('./parts/DocumentList')).DocumentList),
  'faq-group': part(async () => (await import('./parts/FaqList')).FaqList),
  form: part(
    async () => (await import('./parts/forms')).FormPart,
    async (item) => (await import('./parts/forms')).preloadForm(item),
  ),
  'getting-there': part(async () => (await import('../features/content/blocks/GettingThere')).GettingThere),
  'hall-of-fame': part(async () => (await import('./parts/HallOfFame')).HallOfFame),
  hero: part(async () => (await import('../features/content/blocks/Hero')).Hero),
  letter: part(async () => (await import('./parts/Letter')).Letter),
  leaderboard: part(async () => (await import('./parts/Board')).Board),
  'instore-admin': part(async () => (await import('./parts/staff/InstoreAdmin')).InstoreAdmin),
  'media-center': part(async () => (await import('./parts/MediaCenter')).MediaCenter),
  'my-profile': part(async () => (await import('./parts/Profile')).Profile),
  progress: part(async () => (await import('./parts/results/Progress')).Progress),
  'reveal-desk': part(async () => (await import('./parts/staff/RevealDesk')).RevealDesk),
  scorecard: part(async () => (await import('./parts/results/Scorecard')).Scorecard),
  'six-tests': part(async () => (await import('../features/content/blocks/SixTests')).SixTests),
  statement: part(async () => (await import('../features/content/blocks/Statement')).Statement),
  steps: part(async () => (await import('../features/content/blocks/Steps')).Steps),
  'test-confirm': part(async () => (await import('./parts/Companion')).Companion),
  'test-details': part(async () => (await import('./parts/Companion')).Companion),
  'test-guide': part(async () => (await import('../features/content/blocks/TestGuide')).TestGuide),
  'test-results': part(async () => (await import('./parts/results/TestResults')).TestResults),
  'test-score': part(async () => (await import('./parts/results/TestScore')).TestScore),
  'what-if': part(async () => (await import('./parts/results/WhatIf')).WhatIf),
  'text-block': part(async () => (await import('../features/content/blocks/TextBlock')).TextBlock),
}

/** Preloads the code of the components that React renders first; a failure is left to rendering. */
export async function preloadParts(page: ContentItem): Promise<void> {
  const needed = partsOf(page).filter((item) => traitsOf(item).essential || !serverDrawn(item))
  await Promise.all(needed.map((item) => COMPONENTS[item.typeId]?.preload(item).catch(() => undefined)))
}
