// A person without a mouse: Tab to reach, keys to act.
import type { Locator, Page } from 'playwright-core'

export class Keyboard {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Presses a key until the target has the focus. */
  async reach(target: Locator, key = 'Tab', most = 120): Promise<void> {
    await target.first().waitFor()
    for (let press = 0; press < most; press++) {
      if (await hasFocus(target)) return
      await this.#page.keyboard.press(key)
    }
    const at = await this.#page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160))
    throw new Error(`${most} times ${key} did not reach ${target.toString()}; the focus is on ${at}`)
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.reach(target)
    await this.#page.keyboard.type(text)
  }

  /** Reaches it and presses a key on it. */
  async press(target: Locator, key: 'Enter' | 'Space'): Promise<void> {
    await this.reach(target)
    await this.#page.keyboard.press(key)
  }
}

async function hasFocus(target: Locator): Promise<boolean> {
  return target.first().evaluate((element) => element === document.activeElement)
}
