// Makes a picture of a card: the previewed drawing over the photograph below it, if any, on a canvas of its format's size.
import { canvasOf, drawPhoto, fileOf, type PlacedPhoto } from '../photo/photo'
import { sourceOf } from './drawing'
import type { Format } from './formats'

/** A card as it is previewed. */
export interface SeenCard {
  /** The server's drawing; undefined while there is none. */
  svg: string | undefined
  format: Format
  /** What lies below it. */
  behind?: PlacedPhoto | null
}

/** A PNG of the format's size. Throws if the browser cannot draw it. */
export async function pictureOf(svg: string, { format, behind }: Omit<SeenCard, 'svg'>): Promise<Blob> {
  const { width, height } = format
  const image = new Image(width, height)
  image.src = sourceOf(svg)
  await image.decode()
  const canvas = canvasOf(format, (brush) => {
    if (behind) drawPhoto(brush, format, behind)
    brush.drawImage(image, 0, 0, width, height)
  })
  return fileOf(canvas, 'image/png')
}
