// Pictures that journeys make, save and compare.
import type { Page } from 'playwright-core'

/** A marker in a photograph's metadata; nothing that leaves the device may contain it. */
export const TAKEN_AT = 'GPS 51.4816 -0.1446'

/** A photograph of 2400 by 1200, red on the left and blue on the right, with the camera's notes. */
export async function photograph(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 2400
    canvas.height = 1200
    const brush = canvas.getContext('2d')
    if (!brush) throw new Error('no canvas')
    const ground = brush.createLinearGradient(0, 0, 2400, 0)
    ground.addColorStop(0.3, '#d02020')
    ground.addColorStop(0.7, '#2020d0')
    brush.fillStyle = ground
    brush.fillRect(0, 0, 2400, 1200)
    return canvas.toDataURL('image/jpeg', 0.9)
  })
  const picture = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  const notes = Buffer.from(TAKEN_AT)
  // A comment, right after the start of the picture.
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, notes.length + 2]), notes])
  const buffer = Buffer.concat([picture.subarray(0, 2), comment, picture.subarray(2)])
  return { name: 'me.jpg', mimeType: 'image/jpeg', buffer }
}

/** The preview as large as the picture, in the corner and above all else: no line falls between two pixels. */
export const enlarge = (page: Page, width: number) =>
  page.addStyleTag({
    content: `[data-testid="story-card"] { position: fixed; inset: 0 0 auto auto; inline-size: ${width}px !important }
      :has(> [data-testid="story-card"]) { z-index: 99 }`,
  })

/** Width and height of a PNG. */
export const sizeOf = (png: Buffer): [number, number] => [png.readUInt32BE(16), png.readUInt32BE(20)]

/** The mean red, green and blue of a PNG. */
export function meanColour(page: Page, png: Buffer): Promise<[number, number, number]> {
  return page.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    const brush = canvas.getContext('2d')
    brush?.drawImage(image, 0, 0)
    const values = brush?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray(4)
    const mean: [number, number, number] = [0, 0, 0]
    for (let at = 0; at < values.length; at += 4)
      for (const channel of [0, 1, 2] as const)
        mean[channel] += (values[at + channel] ?? 0) / (values.length / 4)
    return mean
  }, png.toString('base64'))
}

/** How far two pictures are apart: by the mean channel (0 to 255), and the share of pixels that are plainly another. */
export function difference(page: Page, one: Buffer, other: Buffer): Promise<{ mean: number; far: number }> {
  return page.evaluate(
    async (pictures) => {
      const pixels = async (base64: string) => {
        const image = new Image()
        image.src = `data:image/png;base64,${base64}`
        await image.decode()
        const canvas = document.createElement('canvas')
        canvas.width = image.naturalWidth
        canvas.height = image.naturalHeight
        const brush = canvas.getContext('2d')
        brush?.drawImage(image, 0, 0)
        return brush?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray()
      }
      const [first, second] = await Promise.all([pixels(pictures[0] ?? ''), pixels(pictures[1] ?? '')])
      if (first.length !== second.length) throw new Error(`${first.length} and ${second.length} values`)
      let sum = 0
      let far = 0
      for (let at = 0; at < first.length; at += 4) {
        let most = 0
        for (let channel = 0; channel < 3; channel += 1) {
          const apart = Math.abs((first[at + channel] ?? 0) - (second[at + channel] ?? 0))
          sum += apart
          most = Math.max(most, apart)
        }
        if (most > 48) far += 1
      }
      return { mean: sum / ((first.length / 4) * 3), far: far / (first.length / 4) }
    },
    [one.toString('base64'), other.toString('base64')],
  )
}
