// An EventSource controlled by a test.
import { vi } from 'vitest'

export class FakeSource extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 2
  static made: FakeSource[] = []

  /** In place of the browser's. */
  static install(): void {
    FakeSource.made = []
    vi.stubGlobal('EventSource', FakeSource)
  }

  static last(): FakeSource {
    const source = FakeSource.made.at(-1)
    if (!source) throw new Error('nobody has connected')
    return source
  }

  readonly url: string
  readyState = FakeSource.CONNECTING

  constructor(url: string) {
    super()
    this.url = url
    FakeSource.made.push(this)
  }

  close(): void {
    this.readyState = FakeSource.CLOSED
  }

  opens(): void {
    this.readyState = FakeSource.OPEN
    this.dispatchEvent(new Event('open'))
  }

  says(kind: string, data: string): void {
    this.dispatchEvent(new MessageEvent(kind, { data }))
  }

  /** The line is cut: the browser tries again by itself. */
  breaks(): void {
    this.readyState = FakeSource.CONNECTING
    this.dispatchEvent(new Event('error'))
  }

  /** An answer that is no stream: the browser gives up. */
  refuses(): void {
    this.readyState = FakeSource.CLOSED
    this.dispatchEvent(new Event('error'))
  }
}
