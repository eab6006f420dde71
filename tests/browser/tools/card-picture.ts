// How long the media centre takes from the press on Download to the finished PNG of 1080 by 1920, in a real browser:
// each template, its first colours, again and again. Prints one JSON object; milliseconds.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

import { launch, Visitor } from '../harness/browser.ts'
import { Server } from '../harness/server.ts'
import { demo, signIn } from '../harness/session.ts'

/** Of each card. */
const ROUNDS = 8
/** What the drawings say first, and the colours that are tried. */
const CARDS = [
  ['Season card of', ['Black', 'White', 'Green fade']],
  ['Result of', ['Black', 'White', 'Green fade']],
  ['Results of', [null]],
] as const

const server = await Server.start()
const browser = await launch()
try {
  const first: number[] = []
  const all: number[] = []
  let bytes = 0
  for (const [index, [words, colours]] of CARDS.entries()) {
    for (const colour of colours) {
      // A tab may hand over ten files by itself, then it would have to ask.
      const visitor = await Visitor.arrive(browser, server)
      const { page } = visitor
      await signIn(visitor, server.url, demo('retest'))
      await page.goto('/en-gb/my-account-media-center')
      await page.getByRole('img', { name: /^Season card/ }).waitFor()
      await watch(page)
      await page.getByRole('button', { name: new RegExp(`^Page ${index + 1}:`) }).click()
      if (colour) await page.getByRole('radio', { name: colour, exact: true }).check()
      await page.getByRole('img', { name: new RegExp(`^${words}`) }).waitFor()
      for (let round = 0; round < ROUNDS; round += 1) {
        const saved = await download(page)
        all.push(saved.ms)
        if (round === 0) first.push(saved.ms)
        bytes = Math.max(bytes, saved.bytes)
      }
      await visitor.context.close()
    }
  }
  process.stdout.write(
    JSON.stringify({
      pictures: all.length,
      bytes,
      firstMs: Math.max(...first),
      ms: at(all, 0.5),
      msP95: at(all, 0.95),
      msMost: Math.max(...all),
    }),
  )
} finally {
  await browser.close()
  await server.stop()
}

interface Times {
  pressed: number
  done: number
}

/** From the press to the moment at which the page hands the finished file to the browser. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const times: Times = { pressed: 0, done: 0 }
    Object.assign(window, { times })
    window.addEventListener(
      'click',
      (event) => {
        if (event.isTrusted) times.pressed = performance.now()
      },
      { capture: true },
    )
    const press = HTMLAnchorElement.prototype.click
    HTMLAnchorElement.prototype.click = function click() {
      times.done = performance.now()
      press.call(this)
    }
  })
}

async function download(page: Page): Promise<{ ms: number; bytes: number }> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  const file = await readFile(await saved.path())
  if (file.readUInt32BE(16) !== 1080 || file.readUInt32BE(20) !== 1920) throw new Error('not 1080 by 1920')
  const { pressed, done } = await page.evaluate(() => (window as unknown as { times: Times }).times)
  return { ms: done - pressed, bytes: file.length }
}

function at(values: number[], part: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0
}
