import type { Plugin } from 'vite'

// react-aria ships its own words in 30 languages; this site speaks one.
const OTHER_WORDS = /[\\/]intl[\\/](?:[\w-]+[\\/])?(?!en-US|en-GB)[a-z]{2}-[A-Z]{2}\.(?:m?js|json)$/

/** Leaves every language but English out of the build. */
export function englishOnly(): Plugin {
  return {
    name: 'english-only',
    enforce: 'pre',
    apply: 'build',
    load: {
      filter: { id: OTHER_WORDS },
      handler: () => 'export default {}',
    },
  }
}
