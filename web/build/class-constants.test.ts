import { expect, test } from 'vitest'
import { withNamespaces, withoutDefault } from './class-constants.ts'

test('stylesheets are imported as namespaces, other modules as they are', () => {
  const code = `import styles from './Hero.module.css'
import text from '../text.module.css'
import { x } from './x'
import './base.css'
`
  expect(withNamespaces(code)).toBe(`import * as styles from './Hero.module.css'
import * as text from '../text.module.css'
import { x } from './x'
import './base.css'
`)
})

test('of a stylesheet the constants are left', () => {
  const constants = "export const hero = 'Hero_hero'\n"
  expect(withoutDefault(`${constants}export default {\n\thero: hero\n};\n`)).toBe(`${constants}\n`)
})
