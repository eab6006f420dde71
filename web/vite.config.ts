import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import wasm from 'vite-plugin-wasm'
import { compress } from './build/compress.ts'
import { firstHtml } from './build/first-html.ts'
import { preloadFont } from './build/preload-font.ts'
import { pwa } from './build/pwa.ts'
import { scopedName } from './build/scoped-names.ts'

// The API answers on the server's default address; `cargo xtask dev` starts it.
const server = { '/api': { target: 'http://127.0.0.1:8080' } }

// What every page needs, in one chunk; the rest of these folders goes where it is used.
const SHELL =
  /src[\\/](?:shell[\\/](?!SideMenu|SessionEnd|use-menu-choice|use-session-end)|auth[\\/](?!RequireSession)|state[\\/](?!use-operation|alert|booking|eligibility)|api[\\/](?!errors)|components[\\/](?:Button|Hexagon|Icon|Notice|Page|States|VisuallyHidden|class-names|site-title|suppress-enter)\.|offline[\\/]drop-ticket|paths)/

// The styles of every page of content, in one file: a dozen small ones would each hold up the first paint.
const PAGE_STYLES =
  /src[\\/](?:content|features[\\/]content|components[\\/]art)[\\/](?!.*(?:Carousel|Area|Admin|athlete)).*\.module\.css/

export default defineConfig({
  plugins: [wasm(), react(), preloadFont(), firstHtml(), pwa(), compress()],
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
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 3 },
            { name: 'router', test: /node_modules[\\/]@tanstack[\\/]/, priority: 2 },
            { name: 'page', test: PAGE_STYLES, priority: 2 },
            { name: 'shell', test: SHELL, priority: 1 },
          ],
        },
      },
    },
  },
})
