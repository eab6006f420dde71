import { useEffect, useRef, useState } from 'react'
import { addDays } from '../../../academy/civil-date'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import { isSamePlan, placeOf, type DrawnSession, type SessionPlan, type Span } from '../edit'
import { shifted, stretched, type Grabbed } from '../drag/grab'
import type { HourGridProps } from './hour-grid-props'
import { inLanes } from './lanes'
import styles from './HourGrid.module.css'
import { SessionBlock } from './SessionBlock'
import type { StoredSession } from '../api'

interface SessionBlocksProps extends Pick<
  HourGridProps,
  'columns' | 'schedule' | 'now' | 'busy' | 'onOpen' | 'onMove' | 'onRemove'
> {
  onDrag: (
    pressed: PointerEvent,
    grab: (minute: number) => Grabbed,
    drop: (span: Span) => void,
    block: HTMLElement,
  ) => void
}

/** A session that the keys have moved, not confirmed with Enter yet. */
interface Draft {
  id: string
  plan: SessionPlan
}

/** The sessions, all in one layer over the columns: one that moves to another day stays the same element and keeps the focus. */
export function SessionBlocks(props: SessionBlocksProps) {
  const { columns, schedule, now, busy, onOpen, onMove, onRemove, onDrag } = props
  const [draft, setDraft] = useState<Draft | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const kept = useRef<string | null>(null)
  useEffect(() => {
    // Once stored, a session may be elsewhere in the list, and the browser drops the focus of a moved element; once removed, the
    // keys go on where a new one is made.
    const id = kept.current
    if (id === null || document.activeElement !== document.body) return
    const block = list.current?.querySelector<HTMLElement>(`[data-session="${CSS.escape(id)}"]`)
    ;(block ?? list.current?.parentElement?.querySelector<HTMLElement>('[data-cursor]'))?.focus({
      preventScroll: true,
    })
    if (!block) kept.current = null
  }, [schedule])

  const shown = schedule.sessions.map((session): DrawnSession => {
    const moved = draft !== null && draft.id === session.stored?.id && !session.pending
    return moved ? { ...session, ...draft.plan, pending: true } : session
  })
  const laned = columns.flatMap((date, column) =>
    inLanes(shown.filter((session) => session.date === date)).map((place) => ({ ...place, column })),
  )
  // In the stored order, wherever the keys have moved them.
  const places = shown.flatMap((session) => laned.find((place) => place.session === session) ?? [])

  const moveBy = (
    stored: StoredSession,
    plan: SessionPlan,
    days: number,
    minutes: number,
    stretch: boolean,
  ) => {
    const date = addDays(plan.date, days)
    if (date < now.date || !columns.includes(date)) return
    const span = stretch ? stretched(plan, minutes) : shifted(plan, minutes)
    kept.current = stored.id
    setDraft({ id: stored.id, plan: { ...span, kind: plan.kind, date } })
  }

  return (
    <>
      <ul ref={list} className={styles.sessions} aria-label="Sessions">
        {places.map(({ session, lane, lanes, column }) => {
          const { stored } = session
          const drafted = draft !== null && draft.id === stored?.id
          return (
            <SessionBlock
              key={stored?.id ?? 'new'}
              session={session}
              column={column}
              lane={lane}
              lanes={lanes}
              fixed={stored === null || session.date < now.date}
              onOpen={() => {
                if (!stored) return
                if (drafted && !busy) {
                  setDraft(null)
                  onMove(stored, draft.plan)
                } else onOpen(stored)
              }}
              onMoveBy={(days, minutes) => stored && moveBy(stored, session, days, minutes, false)}
              onStretchBy={(minutes) => stored && moveBy(stored, session, 0, minutes, true)}
              onBack={drafted ? () => setDraft(null) : null}
              onRemove={() => {
                if (!stored || busy) return
                kept.current = stored.id
                onRemove(stored)
              }}
              onDrag={(pressed, grab, block) =>
                onDrag(
                  pressed,
                  grab,
                  (span) => {
                    const plan = { ...span, kind: session.kind }
                    if (stored && !isSamePlan(plan, session)) onMove(stored, plan)
                  },
                  block,
                )
              }
            />
          )
        })}
      </ul>
      <VisuallyHidden live>
        {draft ? `${placeOf(draft.plan)}. Enter saves, Escape puts it back.` : ''}
      </VisuallyHidden>
    </>
  )
}
