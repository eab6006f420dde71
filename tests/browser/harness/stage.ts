// The stage of a test file: one server, one browser, and a fresh visitor for each test that asks for one.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'

import { Api, type Athlete } from './api.ts'
import { launch, Visitor } from './browser.ts'
import { Server, type ServerOptions } from './server.ts'
import { demo, signIn } from './session.ts'

/** How long a browser has to close its visitors' profiles. */
const PATIENCE_MS = 15_000

export class Stage {
  #server: Server | undefined
  #browser: Browser | undefined
  #visitors: Visitor[] = []

  /** Sets the stage before all tests of a file and strikes it after them. */
  static set(options: ServerOptions | (() => Promise<ServerOptions>) = {}): Stage {
    const stage = new Stage()
    beforeAll(async () => {
      stage.#server = await Server.start(typeof options === 'function' ? await options() : options)
      stage.#browser = await launch()
    })
    afterEach(async () => {
      const visitors = stage.#visitors
      stage.#visitors = []
      const complaints = visitors.flatMap((visitor) => visitor.complaints)
      await stage.#empty(visitors)
      expect(complaints, 'errors in the console').toEqual([])
    })
    afterAll(async () => {
      await stage.#browser?.close()
      await stage.#server?.stop()
    })
    return stage
  }

  get server(): Server {
    if (!this.#server) throw new Error('the server is not up')
    return this.#server
  }

  /** Goes on with another server, once the one before has ended. */
  async replace(options: ServerOptions): Promise<void> {
    this.#server = await Server.start(options)
  }

  get api(): Api {
    return new Api(this.server.url)
  }

  async visitor(size?: { width: number; height: number }): Promise<Visitor> {
    return this.#arrive(this.server, size, 'block')
  }

  /** A visitor signed in with an account of their own, or as one of the demo's people: `delivery`, `coach`. */
  async signedIn(
    account: string | Pick<Athlete, 'emailAddress' | 'password'>,
    size?: { width: number; height: number },
  ): Promise<Visitor> {
    const visitor = await this.visitor(size)
    await signIn(visitor, this.server.url, typeof account === 'string' ? demo(account) : account)
    return visitor
  }

  /** A page, opened by a new visitor; with an account they are signed in. */
  async open(path: string, ...account: [] | Parameters<Stage['signedIn']>): Promise<Page> {
    const { page } = account.length === 0 ? await this.visitor() : await this.signedIn(...account)
    await page.goto(path)
    return page
  }

  /** A user whose browser may install the site's service worker, from the server or from a proxy in front of it. */
  async installer(url = this.server.url): Promise<Visitor> {
    return this.#arrive({ url, now: () => this.server.now() }, undefined, 'allow')
  }

  /** Closes the profiles. A page in the middle of a navigation can keep Chromium from it for good: then the browser is replaced. */
  async #empty(visitors: Visitor[]): Promise<void> {
    const closed = Promise.all(visitors.map((visitor) => visitor.leave())).then(() => true)
    if (await Promise.race([closed, sleep(PATIENCE_MS, false, { ref: false })])) return
    closed.catch(() => {})
    await this.#browser?.close()
    this.#browser = await launch()
  }

  async #arrive(
    from: { url: string; now(): Date },
    size: { width: number; height: number } | undefined,
    serviceWorkers: 'allow' | 'block',
  ): Promise<Visitor> {
    if (!this.#browser) throw new Error('the browser is not up')
    const visitor = await Visitor.arrive(this.#browser, from, size, serviceWorkers)
    this.#visitors.push(visitor)
    return visitor
  }
}
