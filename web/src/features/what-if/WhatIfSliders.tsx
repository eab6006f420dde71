import type { Protocols, SeasonFinals } from '@sixfold/domain'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../components/Button'
import { Stack } from '../../components/layout/Stack'
import { TEST_TYPES, type TestType } from '../../components/art/test-types'
import type { Rules } from '../../rules'
import { CornerSlider } from './CornerSlider'
import { makeLive } from './live'
import { OutcomePanel } from './OutcomePanel'
import type { Visit } from './start'
import { within } from './stops'
import { Ways } from './Ways'
import styles from './WhatIfSliders.module.css'

export interface WhatIfSlidersProps {
  rules: Rules
  protocols: Protocols
  season: { number: number; finals: SeasonFinals; own: number | null }
  /** Null without one: the sliders then start in the middle. */
  visit: Visit | null
  /** The athlete's best final of any season. */
  best: number
  /** What each corner trains. */
  trains: Readonly<Record<string, ReactNode>>
  /** Above the ways. */
  waysHead: ReactNode
}

/** How long a finger must be still before React draws where it is. */
const REST_MS = 100

/**
 * Six sliders from the last visit, what they come to, and the cheapest ways. Everything is computed here: no request. They start
 * again for another visit, corrected marks and other protocols.
 */
export function WhatIfSliders(props: WhatIfSlidersProps) {
  const { visit, protocols } = props
  return <Sliders key={`${visit?.date} ${visit?.marks.join()} ${protocols.version}`} {...props} />
}

function Sliders({ rules, protocols, season, visit, best, trains, waysHead }: WhatIfSlidersProps) {
  const { number, finals, own } = season
  // Collected with its wrapper: the glue gives the memory back.
  const whatIf = useMemo(() => new rules.WhatIf(protocols, finals, own), [rules, protocols, finals, own])
  const tests = useMemo(
    () => TEST_TYPES.flatMap((name) => protocols.tests.find(({ TestType }) => TestType === name) ?? []),
    [protocols],
  )
  const sliders = useMemo(() => TEST_TYPES.map((test) => whatIf.slider(test)), [whatIf])
  const from = useMemo(
    () =>
      tests.map((protocol, place) => {
        const marks = sliders[place] ?? []
        return visit ? within(protocol, visit.marks[place] ?? 0) : (marks[Math.floor(marks.length / 2)] ?? 0)
      }),
    [tests, sliders, visit],
  )
  const [marks, setMarks] = useState<readonly number[]>(from)
  const start = useMemo(() => whatIf.outcome(from), [whatIf, from])
  const outcome = useMemo(() => whatIf.outcome(marks), [whatIf, marks])
  const [live] = useState(makeLive)
  // Where the finger is, which React draws once it rests.
  const latest = useRef(marks)
  const timer = useRef(0)
  // Also before React draws: it leaves a figure that it has drawn already, although a finger has written over it since.
  const show = useCallback(
    (next: readonly number[]) => {
      window.clearTimeout(timer.current)
      latest.current = next
      const outcome = whatIf.outcome(next)
      live.show(outcome, start)
      return outcome
    },
    [live, whatIf, start],
  )
  // The finals may be fetched again before React has drawn a move: it draws them for where the finger was.
  useLayoutEffect(() => live.show(whatIf.outcome(latest.current), start), [live, whatIf, start])
  const move = useCallback(
    (test: TestType, mark: number) => {
      const at = TEST_TYPES.indexOf(test)
      return show(latest.current.map((other, place) => (place === at ? mark : other))).points[at] ?? 0
    },
    [show],
  )
  const rest = useCallback(() => {
    window.clearTimeout(timer.current)
    // At once: drawn after another move, it would write over that.
    flushSync(() => setMarks(latest.current))
  }, [])
  const slide = useCallback(
    (test: TestType, mark: number) => {
      const worth = move(test, mark)
      timer.current = window.setTimeout(rest, REST_MS)
      return worth
    },
    [move, rest],
  )
  const type = useCallback(
    (test: TestType, mark: number) => {
      const worth = move(test, mark)
      setMarks(latest.current)
      return worth
    },
    [move],
  )
  useEffect(() => () => window.clearTimeout(timer.current), [])
  // Sliders that are moved for somebody start again where they were put.
  const [turn, setTurn] = useState(0)
  const put = useCallback(
    (next: readonly number[]) => {
      show(next)
      setMarks(next)
      setTurn((before) => before + 1)
    },
    [show],
  )
  const moved = marks.some((mark, place) => mark !== from[place])
  return (
    <Stack gap={7} className={styles.page}>
      <div className={styles.layout}>
        <Stack gap={4} start className={styles.corners}>
          <Stack as="ul" gap={3} className={styles.list}>
            {tests.map((protocol, place) => (
              <CornerSlider
                key={`${protocol.TestType} ${turn}`}
                rules={rules}
                protocol={protocol}
                marks={sliders[place] ?? []}
                mark={marks[place] ?? 0}
                points={outcome.points[place] ?? 0}
                from={start.points[place] ?? 0}
                trains={trains[protocol.TestType]}
                figure={live.ref(`points ${place}`)}
                gain={live.ref(`gain ${place}`)}
                onSlide={slide}
                onRest={rest}
                onType={type}
              />
            ))}
          </Stack>
          <Button variant="quiet" aria-disabled={!moved} onClick={() => put(from)}>
            {visit ? 'Back to your last visit' : 'Back to the middle'}
          </Button>
        </Stack>
        <div className={styles.outcome} data-dock="">
          <OutcomePanel live={live} outcome={outcome} start={start} season={`Season ${number}`} />
        </div>
      </div>
      {visit && (
        <Stack as="section" gap={5}>
          {waysHead}
          <Ways
            whatIf={whatIf}
            protocols={tests}
            from={from}
            start={start}
            best={best}
            onBoard={own !== null && own >= start.final}
            trains={trains}
            onTake={put}
          />
        </Stack>
      )}
    </Stack>
  )
}
