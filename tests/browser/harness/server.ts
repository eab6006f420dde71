// The real server on a free loopback port with a data directory of its own. Ends by process id.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/** Where the clock of a test server starts: a Monday morning in London, in winter time. */
export const START = '2026-11-23T09:30:00Z'

export interface ServerOptions {
  /** RFC 3339; the server's clock starts there. `system` leaves it the machine's own. */
  clock?: string
  /** Take over the data directory of a server that has ended, on this test's own time. */
  directory?: string
  /** Whether the clock is said to be right where a directory is taken over (so by default). */
  acceptClock?: boolean
  /** Demo schedule and people (on by default). */
  demo?: boolean
  /** Its host as the browser has it: an address by default, for which no browser has passkeys. */
  host?: '127.0.0.1' | 'localhost'
  /** Its port, when somebody has to know it before it starts; a free one otherwise. */
  port?: number
  /** Whether sign-in attempts are limited (off by default). */
  rateLimit?: boolean
  /** Further flags of the command line. */
  flags?: string[]
  /** Further variables of its environment. */
  environment?: Record<string, string>
}

/** How a server ended that did not get ready. */
export interface Ended {
  code: number | null
  log: string
}

export class Server {
  readonly url: string
  readonly directory: string
  readonly #child: ChildProcess
  readonly #log: string[]
  readonly #behind: number

  private constructor(url: string, directory: string, child: ChildProcess, log: string[], clock: string) {
    this.url = url
    this.directory = directory
    this.#child = child
    this.#log = log
    this.#behind = Date.now() - Date.parse(clock)
  }

  static async start(options: ServerOptions = {}): Promise<Server> {
    const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'sixfold-')))
    const port = options.port ?? (await freePort())
    const url = `http://${options.host ?? '127.0.0.1'}:${port}`
    const clock = options.clock ?? START
    if (options.directory !== undefined && (options.acceptClock ?? true))
      acceptClock(options, options.directory, clock)
    const { child, log } = run(options, directory, port)
    const server = new Server(
      url,
      directory,
      child,
      log,
      clock === 'system' ? new Date().toISOString() : clock,
    )
    await server.#ready()
    return server
  }

  /** Starts one that is expected to end by itself before it gets ready. */
  static async refuse(options: ServerOptions = {}): Promise<Ended> {
    const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'sixfold-')))
    const { child, log } = run(options, directory, options.port ?? (await freePort()))
    const late = setTimeout(() => child.kill('SIGKILL'), 45_000)
    await once(child, 'close')
    clearTimeout(late)
    await rm(directory, { recursive: true, force: true })
    return { code: child.exitCode, log: log.join('') }
  }

  async #ready(): Promise<void> {
    for (let attempt = 0; attempt < 600; attempt++) {
      if (this.#child.exitCode !== null) break
      const answer = await fetch(`${this.url}/readyz`).catch(() => null)
      if (answer?.ok) return
      await sleep(50)
    }
    this.#child.kill('SIGKILL')
    throw new Error(`The server did not get ready.\n${this.log()}`)
  }

  /** Its clock, within the second that it took to start. */
  now(): Date {
    return new Date(Date.now() - this.#behind)
  }

  /** What it has printed so far. */
  log(): string {
    return this.#log.join('')
  }

  /** Ends it as an operator would and removes its data. */
  async stop(): Promise<void> {
    await this.end('SIGTERM')
    await rm(this.directory, { recursive: true, force: true })
  }

  /** Ends it with a signal and keeps its data. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill(signal)
    const late = setTimeout(() => this.#child.kill('SIGKILL'), 15_000)
    await ended
    clearTimeout(late)
  }

  /** Changes its database directly; returns the number of rows changed. */
  change(sql: string, ...values: string[]): number | bigint {
    const file = new DatabaseSync(join(this.directory, 'sixfold.db'))
    file.exec('PRAGMA busy_timeout = 5000')
    const { changes } = file.prepare(sql).run(...values)
    file.close()
    return changes
  }

  /**
   * The letters to one address, oldest first, once there are at least `atLeast`: those of one kind, or all but the code that
   * every sign-up gets.
   */
  async letters(address: string, atLeast: number, kind?: string): Promise<string[]> {
    const wanted = (letter: string) => {
      const about = header(letter, 'X-Sixfold-Kind')
      return kind === undefined ? about !== 'email-confirmation' : about === kind
    }
    const folder = join(this.directory, 'mail')
    let found: string[] = []
    for (let attempt = 0; attempt < 200; attempt++) {
      const names = existsSync(folder)
        ? (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
        : []
      const letters = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
      found = letters.filter((letter) => header(letter, 'To').includes(address) && wanted(letter))
      if (found.length >= atLeast) return found
      await sleep(100)
    }
    throw new Error(`${found.length} letters to ${address}, expected ${atLeast}.`)
  }
}

/** Says that the clock is right, as an operator would after a jump in time. */
function acceptClock(options: ServerOptions, directory: string, clock: string) {
  if (!existsSync(join(directory, 'sixfold.db'))) return
  const flags = ['clock', 'accept', '--data-dir', directory]
  flags.push('--database-url', `sqlite:${join(directory, 'sixfold.db')}`)
  if (clock !== 'system') flags.push('--test-clock', clock)
  flags.push(...(options.flags ?? []))
  execFileSync(binary(), flags, { stdio: 'pipe', env: { ...process.env, ...options.environment } })
}

function run(
  options: ServerOptions,
  directory: string,
  port: number,
): { child: ChildProcess; log: string[] } {
  const listen = `127.0.0.1:${port}`
  const url = `http://${options.host ?? '127.0.0.1'}:${port}`
  const flags = ['serve', '--listen', listen, '--public-url', url, '--data-dir', directory]
  flags.push('--database-url', `sqlite:${join(directory, 'sixfold.db')}`)
  const clock = options.clock ?? START
  if (clock !== 'system') flags.push('--test-clock', clock)
  flags.push('--rate-limit', options.rateLimit ? 'on' : 'off')
  if (options.demo ?? true) flags.push('--demo')
  flags.push(...(options.flags ?? []))
  const env = { ...process.env, ...options.environment }
  const child = spawn(binary(), flags, { stdio: ['ignore', 'pipe', 'pipe'], env })
  const log: string[] = []
  child.stdout.on('data', (text: Buffer) => log.push(text.toString()))
  child.stderr.on('data', (text: Buffer) => log.push(text.toString()))
  return { child, log }
}

/** One header of a letter, unfolded. */
export function header(letter: string, name: string): string {
  const head = letter.split(/\r?\n\r?\n/, 1)[0] ?? ''
  const unfolded = head.replace(/\r?\n[ \t]+/g, ' ')
  const line = unfolded.split(/\r?\n/).find((text) => text.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  return line?.slice(name.length + 1).trim() ?? ''
}

/** The whole letter as text, its parts decoded, calendar lines unfolded. */
export function readable(letter: string): string {
  const parts = letter.split(/\r?\n(?=--)/)
  const decoded = parts.map((part) => {
    const body = part.slice(part.search(/\r?\n\r?\n/)).trim()
    if (/content-transfer-encoding:\s*base64/i.test(part)) return Buffer.from(body, 'base64').toString('utf8')
    if (/content-transfer-encoding:\s*quoted-printable/i.test(part)) return quotedPrintable(part)
    return part
  })
  return decoded.join('\n').replace(/\r?\n[ \t]/g, '')
}

/** Decodes a part of a letter. */
export function quotedPrintable(text: string): string {
  const joined = text.replace(/=\r?\n/g, '')
  const bytes = joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** The server that was built, or the one that `SIXFOLD_BINARY` names. */
export function binary(): string {
  const root = resolve(import.meta.dirname, '../../..')
  const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target')
  const path = process.env.SIXFOLD_BINARY ?? join(target, 'debug', 'sixfold')
  if (!existsSync(path)) throw new Error(`${path} is not built: run \`cargo xtask build --dev\``)
  return path
}

/** A loopback port that nobody uses. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no loopback port')
  return address.port
}
