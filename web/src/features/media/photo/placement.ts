// Where a photograph lies behind a card. Preview, picture and upload all go by it.
import type { Size } from '../card/formats'

/** Which part of a photograph is seen: 0 is its start edge at the card's, 1 its end edge; at zoom 1 it just covers the card. */
export interface Crop {
  x: number
  y: number
  zoom: number
}

export const CENTRED: Crop = { x: 0.5, y: 0.5, zoom: 1 }

export const MOST_ZOOM = 3

/** In shares of the card; the photograph covers it, so left and top are never above 0. */
export interface Box extends Size {
  left: number
  top: number
}

export function placement(photo: Size, card: Size, { x, y, zoom }: Crop): Box {
  const scale = Math.max(card.width / photo.width, card.height / photo.height) * zoom
  // Never a hair less than the card.
  const width = Math.max(1, (photo.width * scale) / card.width)
  const height = Math.max(1, (photo.height * scale) / card.height)
  return { left: (1 - width) * x, top: (1 - height) * y, width, height }
}

/** A hidden share below this is none. */
const HAIR = 0.001

/** Whether the photograph is wider or higher than the card, so that it can be moved that way. */
export const room = ({ width, height }: Box) => ({ across: width - 1 > HAIR, down: height - 1 > HAIR })

const within = (value: number) => Math.min(1, Math.max(0, value))

/** The crop after dragging by fractions of the card; the photograph follows the finger until its edge. */
export function dragged(crop: Crop, box: Box, right: number, down: number): Crop {
  const can = room(box)
  return {
    ...crop,
    x: can.across ? within(crop.x - right / (box.width - 1)) : crop.x,
    y: can.down ? within(crop.y - down / (box.height - 1)) : crop.y,
  }
}
