import { classNames } from '../class-names'
import iconStyles from './Icon.module.css'

// Separate from `Icon`, so that the shell does not contain what only staff use.
const GLYPHS = {
  up: <path d="m5 15 7-7 7 7" />,
  down: <path d="m5 9 7 7 7-7" />,
  grip: <path d="M9 5v.1M15 5v.1M9 12v.1M15 12v.1M9 19v.1M15 19v.1" />,
  trash: (
    <path d="M4 6.500h16M9 6V3.500h6V6M6.500 6.500 7.500 21h9l1-14.500M10 10.500v6.500M14 10.500v6.500" />
  ),
  bold: <path d="M7 4h6a4 4 0 0 1 0 8H7zM7 12h7a4 4 0 0 1 0 8H7z" />,
  italic: <path d="M10 4h8M6 20h8M14.500 4l-5 16" />,
  bullets: <path d="M9 6h12M9 12h12M9 18h12M4 6v.1M4 12v.1M4 18v.1" />,
  numbers: <path d="M10 6h11M10 12h11M10 18h11M3.500 4.500 5 4v5M3.500 15h2.500l-2.500 5H6" />,
  quote: <path d="M4 5v14M9 7h12M9 12h12M9 17h8" />,
  link: (
    <path d="M10 14a4 4 0 0 0 5.700 0l3.600-3.600a4 4 0 0 0-5.700-5.700L12 6.300M14 10a4 4 0 0 0-5.700 0l-3.600 3.600a4 4 0 0 0 5.700 5.700L12 17.700" />
  ),
  undo: <path d="M8 5 3.500 9.500 8 14M4 9.500h10a6 6 0 0 1 0 11h-3" />,
  redo: <path d="m16 5 4.500 4.500L16 14M20 9.500H10a6 6 0 0 0 0 11h3" />,
  image: <path d="M3 4h18v16H3zM3 16l5-5 5 5 3-3 5 5M15.500 8.500v.1" />,
  page: <path d="M5 2.500h9l5 5v14H5zM13.500 3v5H19M8.500 13h7M8.500 17h7" />,
} as const

export type GlyphName = keyof typeof GLYPHS

/** A glyph for staff tools, in the colour of the text around it. */
export function Glyph({ name }: { name: GlyphName }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={classNames(iconStyles.icon, iconStyles.small)}
      focusable="false"
      aria-hidden="true"
    >
      {GLYPHS[name]}
    </svg>
  )
}
