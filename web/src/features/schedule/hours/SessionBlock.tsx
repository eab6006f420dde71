import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import text from '../../../components/text.module.css'
import { clockOf, DAY_START, STEP } from '../clock-time'
import { placeOf, type DrawnSession } from '../edit'
import type { Grabbed } from '../drag/grab'
import styles from './HourGrid.module.css'
import { classNames } from '../../../components/class-names'
import { toneOf, WORDS } from '../kinds'

interface SessionBlockProps {
  session: DrawnSession
  column: number
  lane: number
  lanes: number
  /** It is in the past or not confirmed by the server yet: it cannot be changed. */
  fixed: boolean
  onOpen: () => void
  onMoveBy: (days: number, minutes: number) => void
  onStretchBy: (minutes: number) => void
  /** Puts back what the keys have moved; null if nothing was moved. */
  onBack: (() => void) | null
  onRemove: () => void
  onDrag: (pressed: globalThis.PointerEvent, grab: (minute: number) => Grabbed, block: HTMLElement) => void
}

/** Days and minutes that an arrow key moves by. */
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** Up to this length, in minutes, a block has room for one line only. */
const SHORT = 30

/** One session among the hours. Enter opens it; arrow keys move it, with Shift its end; Delete asks to remove it. */
export function SessionBlock(props: SessionBlockProps) {
  const { session, column, lane, lanes, fixed, onBack } = props
  const { kind, start, end, stored } = session
  const from = Math.max(start, DAY_START)
  const press = (event: KeyboardEvent) => {
    if (fixed || event.altKey || event.ctrlKey || event.metaKey) return
    const arrow = ARROWS[event.key]
    if (arrow && event.shiftKey && arrow[0] === 0) props.onStretchBy(arrow[1])
    else if (arrow && !event.shiftKey) props.onMoveBy(...arrow)
    else if (event.key === 'Delete' || event.key === 'Backspace') props.onRemove()
    else if (event.key === 'Escape' && onBack) onBack()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const grab = (event: PointerEvent<HTMLButtonElement>) => {
    if (fixed || event.button !== 0 || !(event.target instanceof Element)) return
    const part = event.target.closest<HTMLElement>('[data-grip]')?.dataset.grip
    // A finger scrolls unless it is on a grip.
    if (event.pointerType === 'touch' && part === undefined) return
    props.onDrag(
      event.nativeEvent,
      (minute) =>
        part === 'start' || part === 'end'
          ? { part, from: session }
          : { part: 'whole', from: session, grip: minute - start },
      event.currentTarget,
    )
  }
  return (
    <li className={styles.place}>
      <button
        type="button"
        data-session={stored?.id}
        data-tone={toneOf(kind)}
        data-pending={session.pending || undefined}
        data-fixed={fixed || undefined}
        data-short={end - from <= SHORT || undefined}
        data-shared={lanes > 1 || undefined}
        className={styles.block}
        aria-keyshortcuts={
          fixed ? undefined : 'ArrowUp ArrowDown ArrowLeft ArrowRight Shift+ArrowUp Shift+ArrowDown Delete'
        }
        style={
          {
            '--column': column,
            '--lane': lane,
            '--lanes': lanes,
            '--from': (from - DAY_START) / STEP,
            '--for': (end - from) / STEP,
          } as CSSProperties
        }
        onClick={props.onOpen}
        onKeyDown={press}
        onPointerDown={grab}
        onBlur={() => onBack?.()}
      >
        <VisuallyHidden>
          {WORDS[kind].label}, {placeOf(session)}
          {onBack && ', not saved'}
        </VisuallyHidden>
        <span aria-hidden="true" className={classNames(styles.blockName, text.heavy, text.anywhere)}>
          {WORDS[kind].label}
        </span>
        <span aria-hidden="true" className={text.figures}>
          {clockOf(start)}–<wbr />
          {clockOf(end)}
        </span>
        {!fixed && (
          <>
            <span data-grip="start" className={styles.gripStart} />
            <span data-grip="whole" className={styles.gripWhole} />
            <span data-grip="end" className={styles.gripEnd} />
          </>
        )}
      </button>
    </li>
  )
}
