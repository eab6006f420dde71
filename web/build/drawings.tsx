// What is drawn by React alone: the art, the mark, the icons of the shell. The build writes them as markup, so that the
// server's first HTML shows the same strokes without knowing any geometry.
import { renderToStaticMarkup } from 'react-dom/server'
import { HeroArt } from '../src/components/art/HeroArt'
import { HexagonMark } from '../src/components/art/HexagonMark'
import { RunnerArt } from '../src/components/art/RunnerArt'
import { TestArt } from '../src/components/art/TestArt'
import { TEST_TYPES } from '../src/components/art/test-types'
import { Logo } from '../src/components/graphics/Hexagon'
import { Icon } from '../src/components/graphics/Icon'

/** What the server puts its own class, words or name in the place of. */
const CLASS = 'CLASS'
const WORDS = 'WORDS'

/** Markup by name; `CLASS` and `WORDS` in it are marks to fill in. */
export function drawings(): Record<string, string> {
  const tests = TEST_TYPES.map(
    (test) => [test, <TestArt key={test} test={test} className={CLASS} />] as const,
  )
  const all = [
    ...tests,
    ['HeroArt', <HeroArt key="HeroArt" className={CLASS} />] as const,
    ['RunnerArt', <RunnerArt key="RunnerArt" className={CLASS} />] as const,
    ['HexagonMark', <HexagonMark key="HexagonMark" className={CLASS} />] as const,
    ['Logo', <Logo key="Logo" title={WORDS} className={CLASS} />] as const,
    ['arrowLeft', <Icon key="arrowLeft" name="arrowLeft" label={WORDS} />] as const,
    ['arrowRight', <Icon key="arrowRight" name="arrowRight" label={WORDS} />] as const,
    ['instagram', <Icon key="instagram" name="instagram" label={WORDS} />] as const,
    ['tiktok', <Icon key="tiktok" name="tiktok" label={WORDS} />] as const,
  ]
  return Object.fromEntries(
    all.map(([name, drawing]) => [name, renderToStaticMarkup(drawing, { identifierPrefix: name })]),
  )
}
