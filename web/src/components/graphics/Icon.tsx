import { classNames } from '../class-names'
import styles from './Icon.module.css'

// Every glyph is drawn on a 24-unit square with a 2-unit line; angles of 60° where there is a choice.
const GLYPHS = {
  menu: <path d="M3 6h18M3 12h12M3 18h18" />,
  close: <path d="m5 5 14 14M19 5 5 19" />,
  arrowRight: <path d="M4 12h15m-6-6 6 6-6 6" />,
  arrowLeft: <path d="M20 12H5m6 6-6-6 6-6" />,
  chevronRight: <path d="m9 5 7 7-7 7" />,
  chevronLeft: <path d="m15 5-7 7 7 7" />,
  chevronDown: <path d="m5 9 7 7 7-7" />,
  check: <path d="m4 12.5 5 5L20 6.5" />,
  plus: <path d="M12 4v16M4 12h16" />,
  minus: <path d="M4 12h16" />,
  alert: (
    <>
      <path d="M12 3 22 20.5H2z" />
      <path d="M12 9.5v5M12 17.2v.3" />
    </>
  ),
  info: (
    <>
      <path d="m12 2 8.7 5v10L12 22l-8.7-5V7z" />
      <path d="M12 11v6M12 7.5v.3" />
    </>
  ),
  offline: (
    <path d="M2 8.5a15 15 0 0 1 7-3.6M13 4.6a15 15 0 0 1 9 3.9M6 12.8a9 9 0 0 1 4-2.2M17 12a9 9 0 0 1 1 .8M3 3l18 18M12 19v.3" />
  ),
  calendar: <path d="M4 6h16v15H4zM4 10.5h16M8 3v5M16 3v5" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v5.2l3.4 2" />
    </>
  ),
  pin: (
    <>
      <path d="M12 22s7-6.6 7-12.2A7 7 0 0 0 5 9.800C5 15.400 12 22 12 22z" />
      <circle cx="12" cy="9.700" r="2.400" />
    </>
  ),
  phone: (
    <path d="M6.500 3H4.200A1.200 1.200 0 0 0 3 4.300C3.500 13 11 20.500 19.700 21a1.200 1.200 0 0 0 1.300-1.200v-3.300l-4.600-1.900-2 2.300a15 15 0 0 1-7.300-7.300l2.300-2z" />
  ),
  mail: <path d="M3 5.500h18v13H3zM3.500 6l8.500 7 8.500-7" />,
  download: <path d="M12 3v12m-5-5 5 5 5-5M4 20.500h16" />,
  external: <path d="M14 4h6v6M20 4l-9 9M18 14v6H4V6h6" />,
  eye: (
    <>
      <path d="M1.500 12S5.500 5 12 5s10.500 7 10.500 7-4 7-10.500 7S1.500 12 1.500 12z" />
      <circle cx="12" cy="12" r="3" />
    </>
  ),
  eyeOff: (
    <path d="M10 5.200A10 10 0 0 1 12 5c6.500 0 10.500 7 10.500 7a17 17 0 0 1-3 3.600M6.300 6.800A17 17 0 0 0 1.500 12s4 7 10.500 7a10 10 0 0 0 4.800-1.300M9.800 9.900a3 3 0 0 0 4.200 4.200M3 3l18 18" />
  ),
  person: (
    <>
      <circle cx="12" cy="7.500" r="4" />
      <path d="M4 21c.6-4.600 3.700-7 8-7s7.400 2.400 8 7" />
    </>
  ),
  ticket: <path d="M3 6h18v4a2 2 0 0 0 0 4v4H3v-4a2 2 0 0 0 0-4zM14.500 6v12" strokeDasharray="none" />,
  help: (
    <>
      <circle cx="12" cy="12" r="9.500" />
      <path d="M9.200 9.300a2.900 2.900 0 1 1 4 2.700c-.8.400-1.200.900-1.200 1.900M12 17.200v.3" />
    </>
  ),
  refresh: <path d="M20 5v5h-5M4 19v-5h5M19.500 10A8 8 0 0 0 5 8M4.500 14A8 8 0 0 0 19 16" />,
  logout: <path d="M14 4H5v16h9M10 12h11m-4.500-4.500L21 12l-4.500 4.500" />,
  shirt: <path d="m8 3-6 4 2.500 4L7 10v11h10V10l2.500 1L22 7l-6-4a4 4 0 0 1-8 0z" />,
  instagram: (
    <>
      <rect x="3" y="3" width="18" height="18" rx="5" />
      <circle cx="12" cy="12" r="4.200" />
      <path d="M17.200 6.700v.2" />
    </>
  ),
  tiktok: <path d="M13 3v12.200a3.800 3.800 0 1 1-3.800-3.800M13 3c.3 3.300 2.500 5.400 6 5.600" />,
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
      {GLYPHS[name]}
    </svg>
  )
}
