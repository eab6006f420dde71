// A letter as a mail program draws it: its HTML with the pictures that came with it.
import type { Page } from 'playwright-core'

import { findings, overflow } from './axe.ts'
import { picture, type Visitor } from './browser.ts'
import { quotedPrintable } from './server.ts'

interface Part {
  head: string
  body: Buffer
}

/** The parts of a letter, however deep, decoded. */
function parts(letter: string): Part[] {
  const [head = '', ...rest] = letter.split(/\r?\n\r?\n/)
  const unfolded = head.replace(/\r?\n[ \t]+/g, ' ')
  const body = rest.join('\r\n\r\n')
  const boundary = /boundary="([^"]+)"/.exec(unfolded)?.[1]
  if (boundary !== undefined)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => parts(part.replace(/^\r?\n/, '').replace(/\r?\n$/, '')))
  const coding = /content-transfer-encoding:\s*(\S+)/i.exec(unfolded)?.[1]?.toLowerCase()
  if (coding === 'base64') return [{ head: unfolded, body: Buffer.from(body, 'base64') }]
  if (coding === 'quoted-printable') return [{ head: unfolded, body: Buffer.from(quotedPrintable(body)) }]
  return [{ head: unfolded, body: Buffer.from(body) }]
}

/** The HTML of a letter; each picture that it names has come with it. */
export function drawn(letter: string): string {
  const all = parts(letter)
  const html = all.find(({ head }) => /text\/html/i.test(head))?.body.toString('utf8') ?? ''
  return html.replace(/cid:([^"]+)/g, (_, id: string) => {
    const picture = all.find(({ head }) => head.includes(`<${id}>`))
    if (!picture) throw new Error(`The letter names ${id} and does not bring it.`)
    return `data:image/png;base64,${picture.body.toString('base64')}`
  })
}

/** The link of a letter's button. */
export function linkOf(letter: string): string {
  const text =
    parts(letter)
      .find(({ head }) => /text\/plain/i.test(head))
      ?.body.toString('utf8') ?? ''
  const link = /https?:\/\/\S+#token=\S+/.exec(text)?.[0]
  if (link === undefined) throw new Error(`No link in: ${text}`)
  return link
}

const WIDTHS = [390, 640]

/** Draws a letter on a phone and beside a list, by day and by night: a picture of each, and what is wrong with it. */
export async function lookAt({ page }: Visitor, letter: string, name: string): Promise<string[]> {
  const problems: string[] = []
  const before = page.viewportSize()
  await page.goto('about:blank')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await page.setContent(drawn(letter), { waitUntil: 'load' })
      await picture(page, `letter-${name}-${colorScheme}-${width}`)
      problems.push(...(await wrong(page)).map((found) => `${name} ${colorScheme} ${width}: ${found}`))
    }
  }
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
  return problems
}

/** A mail is shown inside a mail program's page, which has the landmarks. */
const OF_PAGES = /^(?:landmark-one-main|region):/

async function wrong(page: Page): Promise<string[]> {
  const found = (await findings(page)).filter((finding) => !OF_PAGES.test(finding))
  return [...(await overflow(page)), ...found]
}
