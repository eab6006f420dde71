import { Stack } from '../../../components/layout/Stack'
import { classNames } from '../../../components/class-names'
import text from '../../../components/text.module.css'
import css from './widgets.module.css'

/** Length limits of a password, in characters (RULES 10.3). */
export const PASSWORD_LENGTH = { least: 12, most: 128 } as const

/** The length at which the bar is full. */
const LONG = 20

/** The word for a length. */
export function lengthWord(length: number): { word: string; tone: 'none' | 'short' | 'good' | 'strong' } {
  if (length === 0) return { word: `At least ${PASSWORD_LENGTH.least} characters`, tone: 'none' }
  if (length < PASSWORD_LENGTH.least)
    return { word: `${PASSWORD_LENGTH.least - length} to go`, tone: 'short' }
  if (length > PASSWORD_LENGTH.most)
    return { word: `${length - PASSWORD_LENGTH.most} too many`, tone: 'short' }
  return length < LONG ? { word: 'Good length', tone: 'good' } : { word: 'Great length', tone: 'strong' }
}

/** A sufficient length does not make a refused password good. */
const REFUSED = { word: 'Long enough, but too easy to guess', tone: 'short' } as const

interface PasswordMeterProps {
  password: string
  /** Whether the password was refused, as its field says. */
  refused?: boolean
}

/**
 * A bar for the length of a password, which matters most for its strength. Counted in characters as people see them.
 */
export function PasswordMeter({ password, refused = false }: PasswordMeterProps) {
  const length = lengthWord([...password].length)
  const { word, tone } = refused && length.tone !== 'short' ? REFUSED : length
  const share = Math.min(1, [...password].length / LONG)
  return (
    <Stack gap={3} align="center" className={css.meter} data-tone={tone}>
      <div className={css.meterTrack} aria-hidden="true">
        <div className={css.meterBar} style={{ inlineSize: `${share * 100}%` }} />
      </div>
      <p className={classNames(css.meterWord, text.noteFigures)} aria-live="polite">
        {word}
      </p>
    </Stack>
  )
}
