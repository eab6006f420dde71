import type { Protocol } from '@sixfold/domain'
import {
  memo,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ChangeEvent,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { measureNumber, measureText } from '../../academy/measure'
import { points } from '../../academy/numbers'
import { classNames } from '../../components/class-names'
import field from '../../components/form/Field.module.css'
import range from '../../components/form/slider.module.css'
import { Stack } from '../../components/layout/Stack'
import { Cluster } from '../../components/layout/Cluster'
import text from '../../components/text.module.css'
import type { Rules } from '../../rules'
import styles from './CornerSlider.module.css'
import { Difference } from './Difference'
import { readTyped } from './stops'

interface CornerSliderProps {
  rules: Rules
  protocol: Protocol
  /** The marks of the slider, from 0 points to 100. */
  marks: readonly number[]
  mark: number
  points: number
  /** The points that the sliders started from. */
  from: number
  /** What the corner trains. */
  trains: ReactNode
  /** Refs to the elements with the points and with the gain, which are written before React renders. */
  figure: (element: HTMLElement | null) => void
  gain: (element: HTMLElement | null) => void
  /** For the slider: React draws the mark once the finger rests. Returns the points that it is worth. */
  onSlide: (test: Protocol['TestType'], mark: number) => number
  /** The finger has let go, or a key was pressed. */
  onRest: () => void
  /** For the number: React draws the mark at once, with the notice about it. Returns its points too. */
  onType: (test: Protocol['TestType'], mark: number) => number
}

/** The place on the slider that is nearest to a mark. */
const placeOf = (marks: readonly number[], mark: number): number =>
  marks.reduce(
    (best, other, place) =>
      Math.abs(other - mark) < Math.abs((marks[best] ?? Infinity) - mark) ? place : best,
    0,
  )

/** How far the slider is filled. */
const shareOf = (place: number, marks: readonly number[]) => `${(place / (marks.length - 1)) * 100}%`

/** What a screen reader says of the slider. */
const valueText = (mark: number, unit: string, own: number) =>
  `${measureText(mark, unit)}, ${points(own)} points`

/** The message at either end of the slider. */
function endText(place: number, marks: readonly number[], unit: string): string {
  const mark = measureText(marks[place] ?? 0, unit)
  if (place === marks.length - 1) return `Stop: ${mark} is worth 100 points, the most there are.`
  return place === 0 ? `Stop: at ${mark} the points begin.` : ''
}

/** One test: its mark as a slider, the better to the right, and as a number, with the points beside it. */
export const CornerSlider = memo(function CornerSlider({
  rules,
  protocol,
  marks,
  mark,
  points: own,
  from,
  trains,
  figure,
  gain,
  onSlide,
  onRest,
  onType,
}: CornerSliderProps) {
  const id = useId()
  const { TestType: test, unit } = protocol
  const [draft, setDraft] = useState<string | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const place = placeOf(marks, mark)
  const [first] = useState(place)
  const slider = useRef<HTMLInputElement>(null)
  const number = useRef<HTMLInputElement>(null)
  // Also for what is typed: React leaves what it has drawn already, although the finger has written over it since.
  const draw = (at: number, to: number, worth: number) => {
    slider.current?.style.setProperty('--share', shareOf(at, marks))
    slider.current?.setAttribute('aria-valuetext', valueText(to, unit, worth))
  }
  const take = (to: number) => {
    const at = placeOf(marks, to)
    if (slider.current) slider.current.value = String(at)
    draw(at, to, onType(test, to))
  }
  const slide = useEffectEvent((at: number) => {
    const to = marks[at] ?? mark
    if (draft === null && notice === null) {
      draw(at, to, onSlide(test, to))
      if (number.current) number.current.value = measureNumber(to, unit)
      return
    }
    // What was typed goes, and with it what React has said about it.
    setDraft(null)
    setNotice(null)
    draw(at, to, onType(test, to))
  })
  useEffect(() => {
    const input = slider.current
    if (!input) return
    const onInput = (event: Event) => {
      // Not up to React, whose handling of it at the root of the page takes longer than a slow phone has for a frame.
      event.stopPropagation()
      slide(input.valueAsNumber)
    }
    input.addEventListener('input', onInput)
    input.addEventListener('change', onRest)
    return () => {
      input.removeEventListener('input', onInput)
      input.removeEventListener('change', onRest)
    }
  }, [onRest])
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const typed = event.currentTarget.value
    setDraft(typed)
    // The same notice is announced again only if it was gone in between.
    setNotice(null)
    const { mark: read, notice: refused } = readTyped(rules, protocol, typed)
    if (read === null || refused !== null) return
    take(read)
  }
  const settle = () => {
    if (draft === null) return
    const { mark: read, notice: refused } = readTyped(rules, protocol, draft)
    setDraft(null)
    setNotice(refused)
    if (read !== null) take(read)
  }
  const settleOnEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter') settle()
  }
  return (
    <li className={styles.corner}>
      <Cluster gap={[1, 3]} align="center" between>
        <h3 className={classNames(text.h4, text.heavy)}>{test}</h3>
        <p className={styles.points}>
          <span className={classNames(text.score, text.h3, styles.figure)} ref={figure}>
            {points(own)}
          </span>
          <span className={styles.gain}>
            <Difference now={own} from={from} figure={gain} />
          </span>
        </p>
      </Cluster>
      {trains}
      <div className={styles.controls}>
        <div className={styles.track}>
          <input
            ref={slider}
            type="range"
            className={classNames(range.slider, styles.slider)}
            aria-label={`${test}, slider`}
            aria-valuetext={valueText(mark, unit, own)}
            aria-describedby={`${id}-said`}
            min={0}
            max={marks.length - 1}
            step={1}
            // The finger is ahead of what React draws, so it alone says where the thumb is.
            defaultValue={first}
            style={{ '--share': shareOf(place, marks) } as CSSProperties}
          />
        </div>
        <Stack as="label" gap={2} align="center" className={styles.number}>
          <span>
            <input
              ref={number}
              type="text"
              inputMode="decimal"
              autoComplete="off"
              className={field.input}
              aria-label={`${test} in ${unit}`}
              aria-describedby={`${id}-said`}
              aria-invalid={notice !== null || undefined}
              value={draft ?? measureNumber(mark, unit)}
              onChange={type}
              onBlur={settle}
              onKeyDown={settleOnEnter}
            />
          </span>
          <span aria-hidden="true" className={text.note}>
            {unit}
          </span>
        </Stack>
      </div>
      <p id={`${id}-said`} className={classNames(text.small, styles.said, notice !== null && text.problem)}>
        <span role="status">{notice}</span>
        {notice === null && endText(place, marks, unit)}
      </p>
    </li>
  )
})
