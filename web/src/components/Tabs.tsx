import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from './class-names'
import { stepOf } from './roving'
import styles from './Tabs.module.css'

interface Tab<K extends string> {
  key: K
  label: ReactNode
  content: ReactNode
}

export interface TabsProps<K extends string> {
  /** What the tabs choose between, for a screen reader. */
  label: string
  tabs: readonly Tab<K>[]
  value: K
  onChange: (key: K) => void
  className?: string
}

/** One of several panels. Arrow keys, Home and End move between the tabs. */
export function Tabs<K extends string>({ label, tabs, value, onChange, className }: TabsProps<K>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.key === value),
  )
  useLayoutEffect(() => {
    // Where not all of them fit, the chosen one is in the middle.
    const [row, chosen] = [list.current, list.current?.children[at]].map((part) =>
      part?.getBoundingClientRect(),
    )
    if (list.current && row && chosen)
      list.current.scrollLeft += chosen.left + chosen.width / 2 - row.left - row.width / 2
  }, [at])
  const move = (event: KeyboardEvent) => {
    const to = stepOf(event.key, at, tabs.length)
    const next = to === undefined ? undefined : tabs[to]
    if (to === undefined || !next) return
    event.preventDefault()
    onChange(next.key)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }
  return (
    <div className={className}>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={move}>
        {tabs.map((tab, index) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.key}`}
            aria-controls={`${id}-panel`}
            aria-selected={index === at}
            tabIndex={index === at ? 0 : -1}
            className={classNames(styles.tab)}
            onClick={() => onChange(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${tabs[at]?.key ?? ''}`}
        className={styles.panel}
      >
        {tabs[at]?.content}
      </div>
    </div>
  )
}
