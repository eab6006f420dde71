import type { Plugin } from 'vite'

const IMPORT = /^import (\w+) from ('[^']+\.module\.css')/gm

/** The module with its stylesheets imported as namespaces. */
export const withNamespaces = (code: string): string => code.replace(IMPORT, 'import * as $1 from $2')

/** The stylesheet's module without the object that has all its classes once more. */
export const withoutDefault = (code: string): string => code.replace(/^export default \{[^}]*\};?$/m, '')

/**
 * Class names as constants. A CSS module is an object with all its classes, which the bundler can neither inline nor
 * shorten; imported as a namespace it is a list of constants, of which only those in use are left, where they are used.
 */
export function classConstants(): Plugin[] {
  return [
    {
      name: 'class-constants',
      apply: 'build',
      enforce: 'pre',
      config: () => ({ build: { rolldownOptions: { optimization: { inlineConst: true } } } }),
      transform: {
        filter: { id: /\/web\/src\/.*\.tsx?$/ },
        handler: (code) => ({ code: withNamespaces(code), map: null }),
      },
    },
    {
      name: 'class-constants:styles',
      apply: 'build',
      enforce: 'post',
      transform: {
        filter: { id: /\.module\.css$/ },
        // A module of which nothing is left would take its styles with it.
        handler: (code) => ({ code: withoutDefault(code), map: null, moduleSideEffects: 'no-treeshake' }),
      },
    },
  ]
}
