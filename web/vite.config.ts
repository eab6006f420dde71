import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import wasm from 'vite-plugin-wasm'
import { chunk, filesOf } from './build/chunks.ts'
import { classConstants } from './build/class-constants.ts'
import { compress } from './build/compress.ts'
import { fonts } from './build/fonts.ts'
import { firstHtml } from './build/first-html.ts'
import { publicScripts } from './build/public-scripts.ts'
import { pwa } from './build/pwa.ts'
import { scopedName } from './build/scoped-names.ts'

// The API answers on the server's default address; `cargo xtask dev` starts it.
const server = { '/api': { target: 'http://127.0.0.1:8080' } }

/** The entry itself and the styles of the whole site. */
const ENTRY = ['main.tsx', 'components/fonts.css', 'components/tokens.css', 'components/base.css']

const ROUTES = ['routes.tsx', 'routes/Root.tsx']

/**
 * Fetched before they are needed, or seldom: whatever imports them does not list the scripts that they import in turn, which are
 * fetched a moment later.
 */
const UNLISTED = filesOf([
  'api/errors.ts',
  'content/parts/Arrivals.tsx',
  'content/parts/crews/Crews.tsx',
  'content/parts/forms.tsx',
  'content/parts/MediaCenter.tsx',
  'content/parts/Profile.tsx',
  'content/parts/results/NoVisit.tsx',
  'content/parts/results/WhatIf.tsx',
  'content/parts/staff/CoachAdmin.tsx',
  'content/parts/staff/DeliveryAdmin.tsx',
  'content/parts/staff/InstoreAdmin.tsx',
  'content/parts/staff/RevealDesk.tsx',
  'features/account/draft.ts',
  'features/account/email/EmailNotice.tsx',
  'features/results/progress/VisitComparison.tsx',
  'notifications/own-device.ts',
  'offline/KeptPage.tsx',
  'offline/start.ts',
  'shell/navigation/SideMenu.tsx',
  'shell/session-end/in-place.ts',
  'state/eligibility-store.ts',
  'waiting-room/leave.ts',
])

/** What is there when anything further is imported. */
const THERE = /^assets\/(?:rolldown-runtime|react|router|shell|page|kit)-[^/]*\.js$/

// What the first page does without: it goes where it is used.
const isRouter =
  /node_modules[\\/]@tanstack[\\/](?!.*[\\/](?:queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation|useBlocker)\.)/

export default defineConfig({
  plugins: [classConstants(), wasm(), react(), fonts(), firstHtml(), publicScripts(), pwa(), compress()],
  css: { modules: { generateScopedName: scopedName } },
  resolve: {
    // Without its stand-in for what React has itself.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  server: { proxy: server },
  preview: { proxy: server },
  build: {
    target: 'es2022',
    // A data URI would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Every name in these lists is part of what a first page loads.
      resolveDependencies: (file, needed, { hostType }) => {
        if (hostType === 'html') return needed
        const left = UNLISTED.test(file) ? /\.js$/ : THERE
        return needed.filter((name) => !left.test(name))
      },
    },
    rolldownOptions: {
      input: ['index.html', 'waiting-room.html'].map((page) => resolve(import.meta.dirname, page)),
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 4 },
            { name: 'router', test: isRouter, priority: 3 },
            // What every page has around it. The entry stays small; making the router is a task of its own, so that a
            // press between the two is not kept waiting.
            chunk('shell', 2, { of: ['main.tsx'], without: [...ENTRY, ...ROUTES] }),
            chunk('routes', 1, { of: ROUTES }),
            // What every page of content needs, and the styles of them all: dozens of small files would hold up the
            // first paint and what follows it.
            chunk('page', 1, {
              of: [
                'routes/pages.ts',
                'features/content/blocks/shared/SectionHead.tsx',
                'state/use-loaded-rules.ts',
              ],
              stylesOf: ['content/', 'features/content/', 'components/art/'],
              withoutStyles: [
                'content/parts/staff/DeliveryAdmin.module.css',
                'features/content/athlete/',
                'features/content/blocks/Carousel.module.css',
              ],
            }),
            // What most pages behind the first share.
            chunk('kit', 1, {
              of: [
                'academy/civil-date.ts',
                'academy/london.ts',
                'academy/measure.ts',
                'academy/numbers.ts',
                'components/art/test-types.ts',
                'components/form/cover.module.css',
                'components/lazy-part.tsx',
                'components/layout/Card.tsx',
                'components/layout/Cluster.tsx',
                'components/layout/Stack.tsx',
                'components/table/ScrolledTable.tsx',
                'components/table/Table.tsx',
                'components/text.module.css',
                'components/use-near.ts',
                'components/use-width.ts',
                'features/results/outcome.ts',
                'features/results/progress/api.ts',
                'state/kept-own.ts',
                'state/LoadError.tsx',
                'state/Loaded.tsx',
              ],
            }),
            // What is small and shared by pages that come later.
            chunk('later', 1, {
              of: [
                'academy/choices.ts',
                'academy/names.ts',
                'academy/stored-text.ts',
                'api/refusal.ts',
                'components/feedback/LiveRegion.tsx',
                'components/feedback/ProgressSteps.tsx',
                'components/focus-after.ts',
                'components/touch.module.css',
                'components/use-focus-kept.ts',
                'state/ErrorNotice.tsx',
                'state/kept-store.ts',
                'state/use-hydrated.ts',
                'state/use-now.ts',
                'state/use-operation.ts',
                'state/use-settled.ts',
              ],
            }),
            chunk('fields', 1, {
              of: [
                'components/form/Checkbox.tsx',
                'components/form/Form.tsx',
                'components/form/FormSummary.tsx',
                'components/form/TextField.tsx',
                'components/form/use-form.ts',
                'components/layout/box.module.css',
              ],
            }),
            chunk('dialog', 1, { of: ['state/ActionDialog.tsx'] }),
            // Days and times, of athletes and of staff.
            chunk('times', 1, {
              of: [
                'academy/calendar-grid.ts',
                'academy/slot-words.ts',
                'api/booking.ts',
                'components/table/WeekdayHead.tsx',
              ],
            }),
            // What changes by itself while somebody watches.
            chunk('live', 1, {
              of: ['api/live/live.ts', 'api/live/stream-store.ts', 'api/live/use-config-followed.ts'],
            }),
            // An athlete's bookings, and what the booking page shares with My tests.
            chunk('entries', 1, { of: ['content/parts/use-entries.ts'] }),
            chunk('booking', 1, {
              of: [
                'features/booking/alerts/TimeAlerts.module.css',
                'features/booking/calendar/day-view.ts',
                'features/booking/details.ts',
                'features/booking/EligibilityNotice.tsx',
                'features/booking/made-booking.ts',
                'features/booking/MyTests.module.css',
                'features/booking/waiting-list/offer-id.ts',
                'state/booking-store.ts',
              ],
            }),
            // Fetched by itself too, for somebody who signs out.
            chunk('own-device', 2, { of: ['notifications/own-device.ts'] }),
            chunk('invitation', 1, { of: ['notifications/Invitation.tsx'] }),
            // What is kept for a page without a network.
            chunk('kept', 1, { of: ['offline/last-seen.ts', 'offline/ticket.ts'] }),
            // Results wherever they are shown; what goes with a whole final.
            chunk('score', 1, {
              of: [
                'academy/rating.ts',
                'components/art/ScoreHexagon.tsx',
                'content/parts/results/CardButton.tsx',
                'content/parts/results/CertificateButton.tsx',
                'content/parts/results/use-own-results.ts',
              ],
            }),
            chunk('results', 1, {
              of: ['content/parts/results/past-result.tsx', 'content/parts/results/ResultDownloads.tsx'],
            }),
            chunk('boards', 1, {
              of: [
                'academy/seasons.ts',
                'features/leaderboard/api.ts',
                'features/leaderboard/Movement.tsx',
                'features/leaderboard/one-at-a-time.ts',
              ],
            }),
          ],
        },
      },
    },
  },
})
