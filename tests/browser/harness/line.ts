// A visitor's line to the server, a forward proxy that can be cut.
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'

export class Line {
  readonly #proxy: Server
  #cut = false

  private constructor() {
    this.#proxy = createServer((asked, answer) => this.#pass(asked, answer))
    // The calls that a test makes with the profile's cookies.
    this.#proxy.on('connect', ({ url = '' }: IncomingMessage, socket) => {
      const [host, port] = url.split(':')
      const server = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 Connected\r\n\r\n')
        server.pipe(socket).pipe(server)
      })
      for (const end of [server, socket])
        end.on('error', () => [server, socket].map((each) => each.destroy()))
    })
  }

  static async open(): Promise<Line> {
    const line = new Line()
    line.#proxy.listen(0, '127.0.0.1')
    await once(line.#proxy, 'listening')
    return line
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#proxy.address() as AddressInfo).port}`
  }

  /** Breaks every connection and lets no new one through, or lets them through again. */
  setCut(cut: boolean): void {
    this.#cut = cut
    if (cut) this.#proxy.closeAllConnections()
  }

  close(): void {
    this.#proxy.closeAllConnections()
    this.#proxy.close()
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    if (this.#cut) {
      asked.socket.destroy()
      return
    }
    const { 'proxy-connection': _, ...headers } = asked.headers
    // Somebody may take this port for another server's.
    if (!URL.canParse(asked.url ?? '')) {
      answer.writeHead(400).end()
      return
    }
    const forward = request(asked.url ?? '', { method: asked.method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    })
    forward.on('error', () => answer.destroy())
    answer.on('close', () => forward.destroy())
    asked.pipe(forward)
  }
}
