import type { Goal, Outcome, Protocol, WhatIf } from '@sixfold/domain'
import { memo, useState, type ReactNode } from 'react'
import { measureText } from '../../academy/measure'
import { points, wholeNumber } from '../../academy/numbers'
import { TEST_TYPES } from '../../components/art/test-types'
import { Button } from '../../components/Button'
import { classNames } from '../../components/class-names'
import { Stack } from '../../components/layout/Stack'
import text from '../../components/text.module.css'
import styles from './Ways.module.css'

interface WaysProps {
  whatIf: WhatIf
  protocols: readonly Protocol[]
  /** The measurements and outcome of the visit, from which every way starts. */
  from: readonly number[]
  start: Outcome
  /** The athlete's best final of any season. */
  best: number
  /** Whether the goals start from their place on today's board, not from the visit alone. */
  onBoard: boolean
  trains: Readonly<Record<string, ReactNode>>
  onTake: (marks: readonly number[]) => void
}

type GoalName = 'top' | 'best' | 'nextUp'

const NAMES: Readonly<Record<GoalName, string>> = {
  top: 'To the top 15',
  best: 'To your next best',
  nextUp: 'To pass the next one up',
}

/** Of a goal that is reached. */
const MET: Readonly<Record<GoalName, string>> = {
  top: 'You are in the top 15 today.',
  best: 'That is your best.',
  nextUp: 'Nobody is above you today.',
}

/** The same for those whose visit is on no board today. */
const MET_ALONE: Readonly<Record<GoalName, string>> = {
  top: 'That final would be in the top 15 today.',
  best: MET.best,
  nextUp: 'Nobody on today’s board is above that.',
}

const ORDER: readonly GoalName[] = ['top', 'best', 'nextUp']

/** The three goals; a press works out the cheapest way to one and moves the sliders there. */
export const Ways = memo(function Ways(props: WaysProps) {
  const { whatIf, protocols, from, start, best, onBoard, trains, onTake } = props
  const [shown, setShown] = useState<{ goal: GoalName; marks: number[] | null } | null>(null)
  const goals = whatIf.goals(start.final, best)
  const met = onBoard ? MET : MET_ALONE
  const take = (goal: GoalName, final: number) => {
    const marks = whatIf.cheapestTo(from, final)
    setShown({ goal, marks })
    if (marks) onTake(marks)
  }
  return (
    <Stack gap={4}>
      <Stack as="ul" gap={4} className={styles.goals}>
        {ORDER.map((name) => (
          <Stack as="li" gap={3} start key={name} className={styles.goal}>
            <h3 className={text.title}>{NAMES[name]}</h3>
            <GoalText goal={goals[name]} met={met[name]} start={start.final} />
            <WayButton
              goal={goals[name]}
              pressed={shown?.goal === name}
              name={NAMES[name]}
              onPress={(final) => take(name, final)}
            />
          </Stack>
        ))}
      </Stack>
      <div role="status">
        {shown &&
          (shown.marks ? (
            <Steps
              title={`${NAMES[shown.goal]}, corner by corner`}
              steps={protocols.flatMap((protocol, place) => {
                const to = shown.marks?.[place] ?? 0
                return to === from[place] ? [] : [{ protocol, from: from[place] ?? 0, to }]
              })}
              whatIf={whatIf}
              outcomes={[start, whatIf.outcome(shown.marks)]}
              trains={trains}
            />
          ) : (
            <p>Out of reach today: not even 100 points in every corner would have been enough.</p>
          ))}
      </div>
    </Stack>
  )
})

interface WayButtonProps {
  goal: Goal
  name: string
  pressed: boolean
  onPress: (final: number) => void
}

/** Nothing for a goal that no way leads to. */
function WayButton({ goal, name, pressed, onPress }: WayButtonProps) {
  if (typeof goal !== 'number') return null
  return (
    <Button
      variant="secondary"
      aria-label={`Show the way: ${name}`}
      aria-pressed={pressed}
      onClick={() => onPress(goal)}
    >
      Show the way
    </Button>
  )
}

function GoalText({ goal, met, start }: { goal: Goal; met: string; start: number }) {
  if (goal === 'met') return <p className={text.quiet}>{met}</p>
  if (goal === 'beyond') return <p className={text.quiet}>Out of reach: it would take more than 100.00.</p>
  return (
    <p className={text.quietFigures}>
      A final of <strong className={text.figuresHeavy}>{points(goal)}</strong> would have done it,{' '}
      {points(goal - start)} more than yours.
    </p>
  )
}

interface Step {
  protocol: Protocol
  from: number
  to: number
}

interface StepsProps {
  title: string
  steps: readonly Step[]
  whatIf: WhatIf
  outcomes: readonly [Outcome, Outcome]
  trains: Readonly<Record<string, ReactNode>>
}

function Steps({ title, steps, whatIf, outcomes: [before, after], trains }: StepsProps) {
  const at = (outcome: Outcome, { TestType }: Protocol) => outcome.points[TEST_TYPES.indexOf(TestType)] ?? 0
  return (
    <Stack as="section" gap={4} className={styles.way} aria-label={title}>
      <h3 className={classNames(text.h3, text.heavy)}>{title}</h3>
      <p className={text.figures}>
        Your final would have been <strong>{points(after.final)}</strong>, place {wholeNumber(after.position)}{' '}
        of {wholeNumber(after.ranked)} on today’s board. “Show the way” puts the sliders there.
      </p>
      <Stack as="ol" gap={5} className={styles.steps}>
        {steps.map(({ protocol, from, to }) => {
          const { TestType: test, unit } = protocol
          const reached = whatIf.reachedBy(test, at(after, protocol))
          return (
            <Stack key={test} as="li" gap={1}>
              <h4 className={text.strong}>{test}</h4>
              <p className={text.figures}>
                {measureText(from, unit)} → <strong>{measureText(to, unit)}</strong>{' '}
                <span className={classNames(text.accent, text.strong)}>
                  +{points(at(after, protocol) - at(before, protocol))} points
                </span>
              </p>
              {reached !== null && <p className={text.noteFigures}>{reachedText(reached)}</p>}
              {trains[test]}
            </Stack>
          )
        })}
      </Stack>
    </Stack>
  )
}

/** How many of the season's board have it, never more than it is. */
function reachedText(share: number): string {
  if (share === 0) return 'Nobody on this season’s board has that yet.'
  if (share < 1) return 'Fewer than 1% of this season’s board are that good.'
  return `${Math.floor(share)}% of this season’s board are that good.`
}
