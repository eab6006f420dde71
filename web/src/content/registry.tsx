// Which component draws which type of content. A new component is a line here.
import type { ContentItem } from '../features/content/content-item'
import { part } from '../first-html/part'
import { serverDrawn } from '../first-html/server-drawn'
import { traitsOf } from '../first-html/traits'
import { partsOf } from './page-parts'
import type { Registry } from './parts-by-type'

/** Every component of a page by its `typeId`. */
export const COMPONENTS: Registry = {
  arrivals: part(() => import('./parts/Arrivals'), 'Arrivals'),
  'booking-details': part(() => import('./parts/BookingDetails'), 'BookingDetails'),
  calendar: part(() => import('./parts/Calendar'), 'Calendar'),
  'call-to-action': part(() => import('../features/content/blocks/CallToAction'), 'CallToAction'),
  carousel: part(() => import('../features/content/blocks/Carousel'), 'Carousel'),
  'coach-admin': part(() => import('./parts/staff/CoachAdmin'), 'CoachAdmin'),
  countdown: part(() => import('../features/content/blocks/Countdown'), 'Countdown'),
  crews: part(() => import('./parts/crews/Crews'), 'Crews'),
  'delivery-admin': part(() => import('./parts/staff/DeliveryAdmin'), 'DeliveryAdmin'),
  document: part(() => import('./parts/DocumentList'), 'DocumentList'),
  'faq-group': part(() => import('./parts/FaqList'), 'FaqList'),
  form: part(
    () => import('./parts/forms'),
    'FormPart',
    async (item) => (await import('./parts/forms')).preloadForm(item),
  ),
  'getting-there': part(() => import('../features/content/blocks/GettingThere'), 'GettingThere'),
  'hall-of-fame': part(() => import('./parts/HallOfFame'), 'HallOfFame'),
  hero: part(() => import('../features/content/blocks/Hero'), 'Hero'),
  letter: part(() => import('./parts/Letter'), 'Letter'),
  leaderboard: part(() => import('./parts/Board'), 'Board'),
  'instore-admin': part(() => import('./parts/staff/InstoreAdmin'), 'InstoreAdmin'),
  'media-center': part(() => import('./parts/MediaCenter'), 'MediaCenter'),
  'my-profile': part(() => import('./parts/Profile'), 'Profile'),
  progress: part(() => import('./parts/results/Progress'), 'Progress'),
  'reveal-desk': part(() => import('./parts/staff/RevealDesk'), 'RevealDesk'),
  scorecard: part(() => import('./parts/results/Scorecard'), 'Scorecard'),
  'six-tests': part(() => import('../features/content/blocks/SixTests'), 'SixTests'),
  statement: part(() => import('../features/content/blocks/Statement'), 'Statement'),
  steps: part(() => import('../features/content/blocks/Steps'), 'Steps'),
  'test-confirm': part(() => import('./parts/Companion'), 'Companion'),
  'test-details': part(() => import('./parts/Companion'), 'Companion'),
  'test-guide': part(() => import('../features/content/blocks/TestGuide'), 'TestGuide'),
  'test-results': part(() => import('./parts/results/TestResults'), 'TestResults'),
  'test-score': part(() => import('./parts/results/TestScore'), 'TestScore'),
  'what-if': part(() => import('./parts/results/WhatIf'), 'WhatIf'),
  'text-block': part(() => import('../features/content/blocks/TextBlock'), 'TextBlock'),
}

/** Preloads the code of the components that React renders first; a failure is left to rendering. */
export async function preloadParts(page: ContentItem): Promise<void> {
  const needed = partsOf(page).filter((item) => traitsOf(item).essential || !serverDrawn(item))
  await Promise.all(needed.map((item) => COMPONENTS[item.typeId]?.preload(item).catch(() => undefined)))
}
