// Makes a picture of a card: the previewed drawing, on a canvas of a story's size.
import { sourceOf } from './drawing'
import { HEIGHT, WIDTH } from './templates'

/** A PNG of 1080 × 1920. Throws if the browser cannot draw it. */
export async function pictureOf(svg: string): Promise<Blob> {
  const image = new Image(WIDTH, HEIGHT)
  image.src = sourceOf(svg)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const brush = canvas.getContext('2d')
  if (!brush) throw new Error('The browser gives no canvas')
  brush.drawImage(image, 0, 0, WIDTH, HEIGHT)
  return new Promise<Blob>((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The browser gives no picture'))),
      'image/png',
    ),
  )
}
