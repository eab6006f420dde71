// Stands before the server like a proxy, and can bring out the next release: the same site with another worker.
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

export class Release {
  readonly url: string
  readonly #proxy: Server
  #number = 1

  private constructor(url: string, proxy: Server) {
    this.url = url
    this.#proxy = proxy
  }

  static async before(server: { url: string }): Promise<Release> {
    const state: { release?: Release } = {}
    const proxy = createServer((asked, answer) => {
      pass(server.url, asked, answer, state.release?.worker() ?? '')
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const { port } = proxy.address() as AddressInfo
    state.release = new Release(`http://127.0.0.1:${port}`, proxy)
    return state.release
  }

  /** From now on the worker is another one. */
  next(): void {
    this.#number += 1
  }

  /** The difference between this release's worker and the first one's. */
  worker(): string {
    return this.#number === 1 ? '' : `\n// Release ${this.#number}`
  }

  async stop(): Promise<void> {
    this.#proxy.closeAllConnections()
    this.#proxy.close()
    await once(this.#proxy, 'close')
  }
}

function pass(to: string, asked: IncomingMessage, answer: ServerResponse, more: string): void {
  const { host: _, 'accept-encoding': __, ...headers } = asked.headers
  const forward = request(`${to}${asked.url ?? '/'}`, { method: asked.method, headers }, (got) => {
    if (asked.url !== '/sw.js' || more === '') {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
      return
    }
    const { 'content-length': _length, etag: _tag, ...kept } = got.headers
    answer.writeHead(got.statusCode === 304 ? 200 : (got.statusCode ?? 502), kept)
    got.on('data', (part: Buffer) => answer.write(part))
    got.on('end', () => answer.end(more))
  })
  if (asked.url === '/sw.js') forward.removeHeader('if-none-match')
  forward.on('error', () => answer.destroy())
  asked.pipe(forward)
}
