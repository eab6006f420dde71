import { useId, type CSSProperties } from 'react'
import text from '../text.module.css'
import styles from './slider.module.css'

interface SliderProps {
  label: string
  value: number
  min: number
  max: number
  step: number
  /** The value in words. */
  words: string
  disabled?: boolean
  onChange: (value: number) => void
}

/** A number between two others, to slide or to set with the arrow keys. */
export function Slider({ label, value, min, max, step, words, disabled, onChange }: SliderProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className={text.label}>
        {label}
      </label>
      <input
        id={id}
        type="range"
        className={styles.slider}
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={disabled}
        aria-valuetext={words}
        style={{ '--share': `${((value - min) / (max - min)) * 100}%` } as CSSProperties}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  )
}
