// Makes a picture of a card: the very drawing on the page, with its type inside, on a canvas of a story's size.
import latinExt from '@fontsource-variable/archivo/files/archivo-latin-ext-wdth-normal.woff2?url'
import latin from '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2?url'
import { HEIGHT, WIDTH } from './cards/card'

const FAMILY = 'Archivo Variable'
/** Letters that the first file has not. */
const BEYOND = /[\u0100-\u024f\u1e00-\u1eff]/u

async function inside(url: string): Promise<string> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The type did not come: ${answer.status}`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  }
  return `data:font/woff2;base64,${btoa(text)}`
}

const face = (source: string, range: string) =>
  `@font-face{font-family:'${FAMILY}';font-weight:100 900;font-stretch:62% 125%;` +
  `src:url(${source}) format('woff2');unicode-range:${range}}`

/** The type as a style that the drawing carries; fetched once, it is on the page anyway. */
async function typeFor(text: string): Promise<string> {
  const faces = [
    face(await inside(latin), 'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02DC,U+2000-206F,U+20AC,U+2122'),
  ]
  if (BEYOND.test(text)) faces.push(face(await inside(latinExt), 'U+0100-02BA,U+1E00-1EFF'))
  return faces.join('')
}

/** The drawing as a document of its own. */
export async function standalone(drawing: SVGSVGElement): Promise<string> {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  copy.setAttribute('width', String(WIDTH))
  copy.setAttribute('height', String(HEIGHT))
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style')
  style.textContent = await typeFor(drawing.textContent ?? '')
  copy.prepend(style)
  return new XMLSerializer().serializeToString(copy)
}

/** A PNG of 1080 × 1920. Fails when the type cannot be had or the browser gives no picture. */
export async function pictureOf(drawing: SVGSVGElement): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([await standalone(drawing)], { type: 'image/svg+xml' }))
  try {
    const image = new Image(WIDTH, HEIGHT)
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = WIDTH
    canvas.height = HEIGHT
    const brush = canvas.getContext('2d')
    if (!brush) throw new Error('The browser gives no canvas')
    brush.drawImage(image, 0, 0, WIDTH, HEIGHT)
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('The browser gives no picture'))),
        'image/png',
      ),
    )
  } finally {
    URL.revokeObjectURL(url)
  }
}
