import { useEffect, useEffectEvent } from 'react'
import { Icon } from '../../../components/graphics/Icon'
import styles from './NumberPad.module.css'
import { press, type Key } from './typing'

const KEYS: readonly Key[] = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '.', '0', 'back']

const NAMES: Partial<Record<Key, string>> = { back: 'Delete the last digit', '.': 'Decimal point' }

interface NumberPadProps {
  value: string
  decimals: number
  label: string
  /** The id of the display, which gets the focus when digits are typed on a keyboard, so that Enter works. */
  display: string
  onChange: (value: string) => void
  onEnter: () => void
}

const isTypedElsewhere = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.closest('input, textarea, select, [contenteditable], dialog') !== null ||
    (target.closest('button, a') !== null && target.closest('[data-pad]') === null))

/** Keys large enough for a hand in a glove. A keyboard's digits, point, Backspace and Enter do the same. */
export function NumberPad({ value, decimals, label, display, onChange, onEnter }: NumberPadProps) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const typing = /^[0-9]$/.test(event.key) || ['.', ',', 'Backspace'].includes(event.key)
    if (isTypedElsewhere(event.target) && !(typing && event.target instanceof HTMLButtonElement)) return
    if (event.key === 'Enter') return event.target instanceof HTMLButtonElement ? undefined : onEnter()
    const key = event.key === 'Backspace' ? 'back' : event.key === ',' ? '.' : event.key
    if (!typing) return
    event.preventDefault()
    document.getElementById(display)?.focus()
    onChange(press(value, key as Key, decimals))
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return (
    <div className={styles.keys} role="group" aria-label={label} data-pad="">
      {KEYS.map((key) => (
        <button
          key={key}
          type="button"
          className={styles.key}
          disabled={key === '.' && decimals === 0}
          aria-label={NAMES[key]}
          onClick={() => onChange(press(value, key, decimals))}
        >
          {key === 'back' ? <Icon name="arrowLeft" /> : key}
        </button>
      ))}
    </div>
  )
}
