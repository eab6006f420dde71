import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { VitePWA, type ManifestOptions } from 'vite-plugin-pwa'

/** The product's working name; a running site tells its own by the settings. */
const NAME = 'Sixfold'
const GROUND = '#070a08'

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** Shown by the browser before it installs the app (`screenshots.ts`). */
const screenshot = (name: string, sizes: string, form_factor: 'narrow' | 'wide', label: string) => ({
  src: `/screenshots/${name}.jpg`,
  sizes,
  type: 'image/jpeg',
  form_factor,
  label,
})

const manifest: Partial<ManifestOptions> = {
  id: '/en-gb/',
  name: NAME,
  short_name: NAME,
  description: 'Six tests. One score. Book your test at the academy.',
  lang: 'en-GB',
  dir: 'ltr',
  start_url: '/en-gb/',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  theme_color: GROUND,
  background_color: GROUND,
  categories: ['sports', 'fitness'],
  icons: [
    icon('icon-192', 192, 'any'),
    icon('icon-512', 512, 'any'),
    icon('maskable-192', 192, 'maskable'),
    icon('maskable-512', 512, 'maskable'),
  ],
  shortcuts: [
    {
      name: 'My tests',
      description: 'Your ticket and your scores',
      url: '/en-gb/my-account-my-booking',
      icons: [icon('icon-192', 192, 'any')],
    },
    {
      name: 'Book a test',
      description: 'Pick a day and a time',
      url: '/en-gb/my-account-book-test',
      icons: [icon('icon-192', 192, 'any')],
    },
    {
      name: 'My progress',
      description: 'Every visit over time',
      url: '/en-gb/my-account-my-progress',
      icons: [icon('icon-192', 192, 'any')],
    },
  ],
  screenshots: [
    screenshot('home-narrow', '540x960', 'narrow', 'Six tests, one score'),
    screenshot('book-narrow', '540x960', 'narrow', 'Pick a day and a time'),
    screenshot('board-narrow', '540x960', 'narrow', 'See where you stand'),
    screenshot('home-wide', '1280x800', 'wide', 'Six tests, one score'),
  ],
}

interface ManifestEntry {
  url: string
  revision: string | null
  size: number
}

/** The page, and the script with which the server's own form of it begins. */
const ALWAYS = ['index.html', 'start.js']

/** Only what the page itself names is kept from the start; the rest is kept as it is seen. */
async function shellOnly(files: ManifestEntry[], folder: string) {
  // A build that failed has no page, and its own error to tell.
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => '')
  return files.filter(({ url }) => ALWAYS.includes(url) || page.includes(`/${url}"`))
}

/** The web manifest, and the service worker with the list of the shell's files (`src/offline`). */
export function pwa(): Plugin[] {
  let folder = ''
  return [
    {
      name: 'pwa-folder',
      configResolved(config) {
        folder = resolve(config.root, config.build.outDir)
      },
    },
    ...VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/offline',
      filename: 'sw.ts',
      registerType: 'prompt',
      // The page does it itself, late (`src/offline/start.ts`).
      injectRegister: false,
      manifest,
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: [...ALWAYS, 'favicon.svg', 'assets/**/*.{js,css,woff2}'],
        manifestTransforms: [
          async (manifest) => ({ manifest: await shellOnly(manifest, folder), warnings: [] }),
        ],
        dontCacheBustURLsMatching: /^assets\//,
        maximumFileSizeToCacheInBytes: 1_000_000,
      },
    }),
    {
      name: 'apple-touch-icon',
      transformIndexHtml: () => [
        {
          tag: 'link',
          attrs: { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
          injectTo: 'head',
        },
      ],
    },
  ]
}
