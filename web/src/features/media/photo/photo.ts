// A photograph of the athlete's own. It is opened here and stays on the device until a public link is made with it.
import { newKey } from '../../../api/client/client'
import type { Size } from '../card/formats'
import { placement, type Crop } from './placement'

/** Upright, of a bounded size and without the camera's notes, such as where it was taken. */
export interface Photo extends Size {
  id: string
  /** An address within this tab. */
  url: string
  image: HTMLImageElement
  /** The SHA-256 of the chosen file, in hex; absent where the browser can make none. Every card has a crop of its own. */
  source?: string
}

/** A photograph and which part of it is seen. */
export interface PlacedPhoto {
  photo: Photo
  crop: Crop
}

const MEGA = 1_000_000
const MOST_BYTES = 40 * MEGA
const MOST_PIXELS = 100 * MEGA
/** More than any card shows. */
const LONGEST = 3000
const QUALITY = 0.9

const NO_PICTURE = 'That is not a photograph. Choose a JPEG, PNG or WebP picture.'
const TOO_LARGE = 'That photograph is too large. Choose one of at most 40 MB and 100 megapixels.'
const DAMAGED = 'That photograph cannot be opened. It may be damaged: choose another.'
const HEIC = 'Your browser cannot open HEIC photographs. Save it as a JPEG and choose that.'

const isHeic = ({ type, name }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)

// Some systems do not know a picture's type: then the browser finds out.
const isPicture = ({ type }: File) => type === '' || (type.startsWith('image/') && !type.includes('svg'))

/** A canvas with something drawn on it. */
export function canvasOf({ width, height }: Size, draw: (brush: CanvasRenderingContext2D) => void) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const brush = canvas.getContext('2d')
  if (!brush) throw new Error('The browser gives no canvas')
  brush.imageSmoothingQuality = 'high'
  draw(brush)
  return canvas
}

export const fileOf = (canvas: HTMLCanvasElement, type: 'image/png' | 'image/jpeg'): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The browser gives no picture'))),
      type,
      QUALITY,
    ),
  )

async function decoded(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode()
  return image
}

async function sha256(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Opens a file as a photograph, or says why it cannot be one. */
export async function openPhoto(file: File): Promise<Photo | { problem: string }> {
  if (!isPicture(file)) return { problem: NO_PICTURE }
  if (file.size > MOST_BYTES) return { problem: TOO_LARGE }
  const chosen = URL.createObjectURL(file)
  try {
    const image = await decoded(chosen)
    const { naturalWidth, naturalHeight } = image
    if (naturalWidth * naturalHeight > MOST_PIXELS) return { problem: TOO_LARGE }
    const scale = Math.min(1, LONGEST / Math.max(naturalWidth, naturalHeight))
    const width = Math.max(1, Math.round(naturalWidth * scale))
    const height = Math.max(1, Math.round(naturalHeight * scale))
    const upright = canvasOf({ width, height }, (brush) => brush.drawImage(image, 0, 0, width, height))
    // Without a secure context the browser has no digests.
    const source = 'subtle' in crypto && (await sha256(file))
    const url = URL.createObjectURL(await fileOf(upright, 'image/jpeg'))
    return { id: newKey(), url, image: await decoded(url), width, height, ...(source && { source }) }
  } catch {
    return { problem: isHeic(file) ? HEIC : file.type === '' ? NO_PICTURE : DAMAGED }
  } finally {
    URL.revokeObjectURL(chosen)
  }
}

export const isPhoto = (opened: Photo | { problem: string }): opened is Photo => 'image' in opened

/** Draws the part that is seen over the whole of a card. */
export function drawPhoto(brush: CanvasRenderingContext2D, card: Size, { photo, crop }: PlacedPhoto): void {
  const { left, top, width, height } = placement(photo, card, crop)
  brush.drawImage(photo.image, left * card.width, top * card.height, width * card.width, height * card.height)
}

/** The part that is seen and nothing else, as a JPEG to upload. */
export const seenPart = (card: Size, placed: PlacedPhoto): Promise<Blob> =>
  fileOf(
    canvasOf(card, (brush) => drawPhoto(brush, card, placed)),
    'image/jpeg',
  )
