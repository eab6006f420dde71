import type { Plugin } from 'vite'

const FONT = /archivo-latin-wdth-normal.*\.woff2$/

/** Fetches the headline's font beside the first script, not after it. */
export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const font = Object.keys(bundle).find((name) => FONT.test(name))
        if (!font) throw new Error('The font to preload is not in the build')
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}
