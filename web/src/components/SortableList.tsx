import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { classNames } from './class-names'
import { focusAfter } from './focus-after'
import { Glyph } from './graphics/Glyph'
import styles from './SortableList.module.css'
import { VisuallyHidden } from './layout/VisuallyHidden'

export interface SortableListProps<T> {
  items: readonly T[]
  /** A row's name in the labels of its buttons. */
  nameOf: (item: T, index: number) => string
  keyOf: (item: T, index: number) => string
  onChange: (items: T[]) => void
  children: (item: T, index: number) => ReactNode
  /** Puts a row's content under its head rather than beside it. */
  tall?: boolean
  /** Rows can be sorted but not removed. */
  whole?: boolean
  label: string
}

/** `items` with the one at `from` put at `to`. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, index) => index !== from)
  const item = items[from]
  return item === undefined ? [...items] : [...rest.slice(0, to), item, ...rest.slice(to)]
}

/**
 * Rows that are sorted with buttons, with the arrow keys on the grip, or by dragging the grip; and removed, unless
 * `whole`. Every move is announced.
 */
export function SortableList<T>({
  items,
  nameOf,
  keyOf,
  onChange,
  children,
  tall,
  whole,
  label,
}: SortableListProps<T>) {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [said, setSaid] = useState('')

  const handle = (index: number, what: string) =>
    list.current?.children[index]?.querySelector<HTMLElement>(`[data-move="${what}"]`)
  const move = (from: number, to: number, focus?: string) => {
    const item = items[from]
    if (item === undefined || to < 0 || to >= items.length || to === from) return
    const change = () => {
      onChange(moved(items, from, to))
      setSaid(`${nameOf(item, from)} is now ${to + 1} of ${items.length}.`)
    }
    if (focus) focusAfter(change, () => handle(to, focus))
    else change()
  }
  const remove = (index: number) => {
    const item = items[index]
    if (item === undefined) return
    const change = () => {
      onChange(items.filter((_, other) => other !== index))
      setSaid(`${nameOf(item, index)} is off the list.`)
    }
    focusAfter(change, () => handle(Math.min(index, items.length - 2), 'grip') ?? list.current)
  }
  const keys = (event: KeyboardEvent, index: number) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: items.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(index, to, 'grip')
  }
  const drag = (event: PointerEvent) => {
    if (dragged === null || !list.current) return
    const over = [...list.current.children].findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return event.clientY >= top && event.clientY < bottom
    })
    if (over < 0 || over === dragged) return
    move(dragged, over)
    setDragged(over)
  }
  return (
    <>
      <ol
        ref={list}
        // For when its last row is removed.
        tabIndex={-1}
        className={styles.list}
        aria-label={label}
        onPointerMove={drag}
        onPointerUp={() => setDragged(null)}
        onPointerCancel={() => setDragged(null)}
        onLostPointerCapture={() => setDragged(null)}
      >
        {items.map((item, index) => {
          const name = nameOf(item, index)
          return (
            <li
              key={keyOf(item, index)}
              className={classNames(
                styles.row,
                tall && styles.tall,
                whole && styles.whole,
                dragged === index && styles.dragged,
              )}
            >
              <div className={styles.tools}>
                <button
                  type="button"
                  data-move="grip"
                  className={classNames(styles.tool, styles.grip)}
                  aria-label={`Move ${name}: arrow keys, or drag`}
                  onKeyDown={(event) => keys(event, index)}
                  onPointerDown={(event) => {
                    // The list, not the grip: a row that is moved in the DOM loses its capture.
                    list.current?.setPointerCapture(event.pointerId)
                    setDragged(index)
                  }}
                >
                  <Glyph name="grip" />
                </button>
                <button
                  type="button"
                  data-move="up"
                  className={styles.tool}
                  disabled={index === 0}
                  aria-label={`Move ${name} up`}
                  onClick={() => move(index, index - 1, index === 1 ? 'down' : 'up')}
                >
                  <Glyph name="up" />
                </button>
                <button
                  type="button"
                  data-move="down"
                  className={styles.tool}
                  disabled={index === items.length - 1}
                  aria-label={`Move ${name} down`}
                  onClick={() => move(index, index + 1, index === items.length - 2 ? 'up' : 'down')}
                >
                  <Glyph name="down" />
                </button>
                {!whole && (
                  <button
                    type="button"
                    className={styles.tool}
                    aria-label={`Remove ${name}`}
                    onClick={() => remove(index)}
                  >
                    <Glyph name="trash" />
                  </button>
                )}
              </div>
              <div className={styles.content}>{children(item, index)}</div>
            </li>
          )
        })}
      </ol>
      <VisuallyHidden live>{said}</VisuallyHidden>
    </>
  )
}
