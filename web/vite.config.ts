import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import wasm from 'vite-plugin-wasm'
import { chunk } from './build/chunks.ts'
import { classConstants } from './build/class-constants.ts'
import { compress } from './build/compress.ts'
import { fonts } from './build/fonts.ts'
import { firstHtml } from './build/first-html.ts'
import { pwa } from './build/pwa.ts'
import { scopedName } from './build/scoped-names.ts'

// The API answers on the server's default address; `cargo xtask dev` starts it.
const server = { '/api': { target: 'http://127.0.0.1:8080' } }

/** The entry itself and the styles of the whole site. */
const ENTRY = ['main.tsx', 'components/fonts.css', 'components/tokens.css', 'components/base.css']

const ROUTES = ['routes.tsx', 'routes/Root.tsx']

/** Fetched before it is needed (`FetchedLater`), or seldom: the shell need not list the scripts that it imports. */
const FETCHED_LATER = /^assets\/(?:in-place|leave|SideMenu)-/

/** What every page begins with is there when anything is imported. */
const THERE = /^assets\/(?:rolldown-runtime|react|router|shell)-[^/]*\.js$/

// What the first page does without: it goes where it is used.
const isRouter =
  /node_modules[\\/]@tanstack[\\/](?!.*[\\/](?:queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation|useBlocker)\.)/

export default defineConfig({
  plugins: [classConstants(), wasm(), react(), fonts(), firstHtml(), pwa(), compress()],
  css: { modules: { generateScopedName: scopedName } },
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
        const left = FETCHED_LATER.test(file) ? /\.js$/ : THERE
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
                'first-html/prepare.ts',
                'routes/ContentRoute.tsx',
                'routes/NotFoundPage.tsx',
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
            // What is small and shared by pages that come later.
            chunk('later', 1, {
              of: ['api/refusal.ts', 'components/feedback/LiveRegion.tsx', 'state/use-settled.ts'],
            }),
            // What most pages behind the first share.
            chunk('kit', 1, {
              of: [
                'academy/measure.ts',
                'academy/numbers.ts',
                'components/art/test-types.ts',
                'components/lazy-part.tsx',
                'components/layout/Card.tsx',
                'components/layout/Cluster.tsx',
                'components/layout/Stack.tsx',
                'components/table/ScrolledTable.tsx',
                'components/table/Table.tsx',
                'components/text.module.css',
                'components/use-near.ts',
                'components/use-width.ts',
                'state/kept-own.ts',
                'state/LoadError.tsx',
                'state/Loaded.tsx',
              ],
            }),
          ],
        },
      },
    },
  },
})
