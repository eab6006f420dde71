import type { ReactNode } from 'react'

/** A picture of the content hub: its address in its largest width, and the available widths. */
export interface ImageValue {
  url: string
  width: number
  height: number
  widths: readonly number[]
  altText: string
}

interface PictureProps {
  image: ImageValue
  /** The width in which it is shown at each breakpoint, in the syntax of `sizes`. */
  sizes: string
  className?: string | undefined
  /** Visible at once: fetched early instead of lazily. */
  priority?: boolean
  /** 100 for logos (RULES 13.8); 75 otherwise. */
  quality?: 75 | 100
}

/** The widest rendition for logos. */
const LOGO_WIDTH = 480

/** A picture in the width that the screen needs; its space is reserved while it loads. */
export function Picture({
  image,
  sizes,
  className,
  priority = false,
  quality = 75,
}: PictureProps): ReactNode {
  const logo = quality === 100
  const widths = logo ? image.widths.filter((width) => width <= LOGO_WIDTH) : image.widths
  const address = (width: number) =>
    `${image.url.replace(/\/\d+$/, `/${width}`)}${logo ? '?quality=100' : ''}`
  const widest = widths.at(-1)
  if (widest === undefined) return null
  return (
    <img
      src={address(widest)}
      srcSet={widths.map((width) => `${address(width)} ${width}w`).join(', ')}
      sizes={sizes}
      width={image.width}
      height={image.height}
      alt={image.altText}
      className={className}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding="async"
    />
  )
}
