// Sits in front of the server like a proxy, and can bring out the next release: the same site whose main script has another name,
// and so another page and another worker. The scripts of earlier releases are gone, as they are from a real server.
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

const MAIN = /(assets\/index-[\w-]+)\.js/g

export class Release {
  readonly url: string
  readonly #proxy: Server
  /** Which release this is, counted from 1. */
  number = 1

  private constructor(url: string, proxy: Server) {
    this.url = url
    this.#proxy = proxy
  }

  static async before(server: { url: string }): Promise<Release> {
    const state: { release?: Release } = {}
    const proxy = createServer((asked, answer) => {
      pass(server.url, asked, answer, state.release?.number ?? 1)
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const { port } = proxy.address() as AddressInfo
    state.release = new Release(`http://127.0.0.1:${port}`, proxy)
    return state.release
  }

  /** From now on the main script, the pages and the worker are others. */
  next(): void {
    this.number += 1
  }

  async stop(): Promise<void> {
    this.#proxy.closeAllConnections()
    this.#proxy.close()
    await once(this.#proxy, 'close')
  }
}

/** A page or a worker as this release has it: it names the main script, and the worker lists the page's revision too. */
const released = (text: string, release: number): string =>
  text
    .replace(MAIN, `$1.${release}.js`)
    .replace(/("revision":")(\w+)(","url":"index\.html")/, `$1$2-${release}$3`)

function pass(to: string, asked: IncomingMessage, answer: ServerResponse, release: number): void {
  const path = asked.url ?? '/'
  const [, main, of] = /^\/(assets\/index-[\w-]+)(?:\.(\d+))?\.js$/.exec(path) ?? []
  if (main && of !== String(release)) {
    answer.writeHead(404).end()
    return
  }
  const { host: _, 'accept-encoding': __, 'if-none-match': ___, ...headers } = asked.headers
  const forward = request(`${to}${main ? `/${main}.js` : path}`, { method: asked.method, headers }, (got) => {
    const { 'content-length': _length, etag: _tag, ...kept } = got.headers
    // The browser's own store would have a script that is gone.
    if (main) kept['cache-control'] = 'no-cache'
    if (path !== '/sw.js' && !kept['content-type']?.startsWith('text/html')) {
      answer.writeHead(got.statusCode ?? 502, main ? kept : got.headers)
      got.pipe(answer)
      return
    }
    answer.writeHead(got.statusCode ?? 502, kept)
    const parts: Buffer[] = []
    got.on('data', (part: Buffer) => parts.push(part))
    got.on('end', () => answer.end(released(Buffer.concat(parts).toString(), release)))
  })
  forward.on('error', () => answer.destroy())
  asked.pipe(forward)
}
