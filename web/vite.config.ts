import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import wasm from 'vite-plugin-wasm'
import { compress } from './build/compress.ts'
import { fonts } from './build/fonts.ts'
import { firstHtml } from './build/first-html.ts'
import { pwa } from './build/pwa.ts'
import { scopedName } from './build/scoped-names.ts'

// The API answers on the server's default address; `cargo xtask dev` starts it.
const server = { '/api': { target: 'http://127.0.0.1:8080' } }

/** Whether a module is one of these: patterns of paths below `src`. */
function among(...patterns: string[]): (id: string) => boolean {
  const any = new RegExp(`/src/(?:${patterns.join('|')})`)
  return (id) => any.test(id.replaceAll('\\', '/'))
}

// What every page needs, in one chunk; the rest of these folders goes where it is used.
const isShell = among(
  'shell/(?!SideMenu|SessionEnd|use-menu-choice|use-session-end)',
  'auth/(?!RequireSession)',
  'state/(?!Loaded|use-operation|alert|booking|eligibility)',
  'api/(?!errors|live|cards)',
  'components/(?:Button|Hexagon|Icon|Notice|Page|States|VisuallyHidden|class-names|site-title|suppress-enter)\\.',
  'content/server-drawn',
  'offline/drop-ticket',
  'paths',
)

// What every page of content needs, and the styles of them all: dozens of small files would hold up the first paint and
// what follows it.
const isPage = among(
  'routes/(?!Root)',
  'auth/RequireSession',
  'components/(?:Picture|preview-mode)',
  'components/art/(?:hexagon|HeroArt|HexagonMark)',
  'content/(?:built-in|ContentBody|heads|page-ids|part|PartBoundary|prepare|PreviewBox|registry|PageSection|use-server-drawn)\\.',
  'content/(?:templates/|parts/forms)',
  'features/account/use-copy',
  'features/content/(?:content-item|ContentLink|ContentPage|Kicker|PageHead|plain-text|RichText|use-)',
  'features/content/blocks/(?:Actions|Hero|SectionHead|SidePanel)',
  '(?:content|features/content|components/art)/(?!.*(?:Carousel|Area|Admin|athlete)).*\\.module\\.css',
)

// What the first page does without: it goes where it is used.
const isRouter =
  /node_modules[\\/]@tanstack[\\/](?!.*[\\/](?:queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation)\.)/

export default defineConfig({
  plugins: [wasm(), react(), fonts(), firstHtml(), pwa(), compress()],
  css: { modules: { generateScopedName: scopedName } },
  server: { proxy: server },
  preview: { proxy: server },
  build: {
    target: 'es2022',
    // A data URI would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 4 },
            { name: 'router', test: isRouter, priority: 3 },
            { name: 'page', test: isPage, priority: 1 },
            { name: 'shell', test: isShell, priority: 2 },
            // Of its own, so that making the router is a task of its own.
            { name: 'routes', test: among('routes\\.tsx', 'routes/Root'), priority: 1 },
          ],
        },
      },
    },
  },
})
