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
}

/** A picture in the width that the screen needs; its space is reserved while it loads. */
export function Picture({ image, sizes, className, priority = false }: PictureProps): ReactNode {
  const { widths } = image
  const address = (width: number) => image.url.replace(/\/\d+$/, `/${width}`)
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
