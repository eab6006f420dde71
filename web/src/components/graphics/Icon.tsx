import { classNames } from '../class-names'
import styles from './Icon.module.css'

// Every glyph is one path on a 24-unit square with a 2-unit line; angles of 60° where there is a choice.
const GLYPHS = {
  menu: 'M3 6h18M3 12h12M3 18h18',
  close: 'm5 5 14 14M19 5 5 19',
  arrowRight: 'M4 12h15m-6-6 6 6-6 6',
  arrowLeft: 'M20 12H5m6 6-6-6 6-6',
  chevronRight: 'm9 5 7 7-7 7',
  chevronLeft: 'm15 5-7 7 7 7',
  chevronDown: 'm5 9 7 7 7-7',
  check: 'm4 12.5 5 5L20 6.5',
  plus: 'M12 4v16M4 12h16',
  minus: 'M4 12h16',
  alert: 'M12 3 22 20.5H2zM12 9.5v5M12 17.2v.3',
  info: 'm12 2 8.7 5v10L12 22l-8.7-5V7zM12 11v6M12 7.5v.3',
  offline:
    'M2 8.5a15 15 0 0 1 7-3.6M13 4.6a15 15 0 0 1 9 3.9M6 12.8a9 9 0 0 1 4-2.2M17 12a9 9 0 0 1 1 .8M3 3l18 18M12 19v.3',
  calendar: 'M4 6h16v15H4zM4 10.5h16M8 3v5M16 3v5',
  clock: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0zM12 7v5.2l3.4 2',
  pin: 'M12 22s7-6.6 7-12.2A7 7 0 0 0 5 9.8C5 15.4 12 22 12 22zM9.6 9.7a2.4 2.4 0 1 0 4.8 0 2.4 2.4 0 1 0-4.8 0z',
  phone:
    'M6.5 3H4.2A1.2 1.2 0 0 0 3 4.3C3.5 13 11 20.5 19.7 21a1.2 1.2 0 0 0 1.3-1.2v-3.3l-4.6-1.9-2 2.3a15 15 0 0 1-7.3-7.3l2.3-2z',
  download: 'M12 3v12m-5-5 5 5 5-5M4 20.5h16',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  eye: 'M1.5 12S5.5 5 12 5s10.5 7 10.5 7-4 7-10.5 7S1.5 12 1.5 12zM9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0z',
  eyeOff:
    'M10 5.2A10 10 0 0 1 12 5c6.5 0 10.5 7 10.5 7a17 17 0 0 1-3 3.6M6.3 6.8A17 17 0 0 0 1.5 12s4 7 10.5 7a10 10 0 0 0 4.8-1.3M9.8 9.9a3 3 0 0 0 4.2 4.2M3 3l18 18',
  person: 'M8 7.5a4 4 0 1 0 8 0 4 4 0 1 0-8 0zM4 21c.6-4.6 3.7-7 8-7s7.4 2.4 8 7',
  refresh: 'M20 5v5h-5M4 19v-5h5M19.5 10A8 8 0 0 0 5 8M4.5 14A8 8 0 0 0 19 16',
  logout: 'M14 4H5v16h9M10 12h11m-4.5-4.5L21 12l-4.5 4.5',
  instagram:
    'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zM7.8 12a4.2 4.2 0 1 0 8.4 0 4.2 4.2 0 1 0-8.4 0zM17.2 6.7v.2',
  tiktok: 'M13 3v12.2a3.8 3.8 0 1 1-3.8-3.8M13 3c.3 3.3 2.5 5.4 6 5.6',
} as const

export type IconName = keyof typeof GLYPHS

interface IconProps {
  name: IconName
  /** Only if the icon stands alone; omit it beside text. */
  label?: string
  small?: boolean
  className?: string
}

/** A glyph in the colour of the text around it. */
export function Icon({ name, label, small, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={classNames(styles.icon, small && styles.small, className)}
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={GLYPHS[name]} />
    </svg>
  )
}
