// The frames of a page: recording and summarising them.
import type { Browser, Page } from 'playwright-core'

import type { Server } from '../harness/server.ts'

/** The time of a frame at sixty a second; twice as long means that one was missed. */
const FRAME_MS = 1_000 / 60
const IN_TIME_MS = FRAME_MS * 1.5

interface Watched {
  frames: number[]
  over: boolean
}

/** A window in which everything moves that may, by the clock of the machine: another clock has frames that are none. */
export const openWindow = (browser: Browser, server: Server, viewport: { width: number; height: number }) =>
  browser.newContext({
    baseURL: server.url,
    viewport,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'no-preference',
    serviceWorkers: 'block',
  })

/** From here on the page notes when it draws; with `moving`, only while something moves on it by itself. */
export async function watch(page: Page, { moving }: { moving: boolean }): Promise<void> {
  await page.evaluate((moving) => {
    const watched: Watched = { frames: [], over: false }
    Object.assign(window, { watched })
    // An endless animation is decoration.
    const moves = () =>
      document
        .getAnimations()
        .some(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
        )
    let before: number | null = null
    const frame = (now: number) => {
      if (watched.over) return
      const counts = !moving || moves()
      if (counts && before !== null) watched.frames.push(now - before)
      before = counts ? now : null
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  }, moving)
}

/** How long each frame took since then. */
export async function framesOf(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const { watched } = window as unknown as { watched: Watched }
    watched.over = true
    return watched.frames
  })
}

/** A summary of frames; milliseconds. */
export function figures(all: readonly number[]) {
  const frames = [...all].sort((a, b) => a - b)
  if (frames.length === 0) throw new Error('nothing has moved')
  const at = (part: number) => frames[Math.floor((frames.length - 1) * part)]
  const sum = frames.reduce((total, frame) => total + frame, 0)
  return {
    frames: frames.length,
    perSecond: (1_000 * frames.length) / sum,
    frameMs: at(0.5),
    frameMsP95: at(0.95),
    inTime: frames.filter((frame) => frame <= IN_TIME_MS).length / frames.length,
  }
}
