import type { ReactNode } from 'react'

/** A picture of the content hub: its address in its widest form, and the widths there are. */
export interface ImageValue {
  url: string
  width: number
  height: number
  widths: readonly number[]
  altText: string
}

interface PictureProps {
  image: ImageValue
  /** How wide it is drawn at which breakpoint, as `sizes` says it. */
  sizes: string
  className?: string | undefined
  /** It is seen at once: fetched early, not when it comes near. */
  priority?: boolean
  /** 100 for logos (RULES 13.8); 75 otherwise. */
  quality?: 75 | 100
}

/** Renditions for logos end here. */
const LOGO_WIDTH = 480

/** A picture in the width that the screen needs; its place is kept until it has come. */
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
