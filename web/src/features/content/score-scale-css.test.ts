// @vitest-environment node
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

// Nothing is laid out here; in a browser this leaves 11 px between `15.00` and `18.50` at 320 px.
it('sets the six results of a scale small and narrow on a phone', async () => {
  const css = await readFile(new URL('./blocks/ScoreScale.module.css', import.meta.url), 'utf8')
  const phone = /@media \(width < 480px\) \{([^@]*)\}/.exec(css)?.[1] ?? ''
  expect(phone).toMatch(/tr:last-child td \{[^}]*font-size: 1rem;[^}]*font-stretch: var\(--width-narrow\);/)
})
