/** What the worker shows when the server sends something, and where a press on it leads. */

export interface PushMessage {
  title: string
  body: string
  /** A path on this site. */
  url: string
  tag: string
}

/** A browser demands that something is shown, whatever has come. */
const UNREADABLE: PushMessage = {
  title: 'Sixfold',
  body: 'There is something new for you.',
  url: '/en-gb/my-account',
  tag: 'news',
}

/** The path of one of our pages, with its query and hash; anything else leads to the account's page. */
export function ownPath(url: unknown, origin: string): string {
  if (typeof url !== 'string' || !url.startsWith('/')) return UNREADABLE.url
  try {
    const target = new URL(url, origin)
    if (target.origin === origin && /^\/en-gb(?:\/|$)/.test(target.pathname))
      return target.pathname + target.search + target.hash
  } catch {
    // No address at all.
  }
  return UNREADABLE.url
}

/** Reads the text of a message. */
export function readMessage(text: string | null | undefined, origin: string): PushMessage {
  let said: Partial<Record<keyof PushMessage, unknown>> | null
  try {
    said = JSON.parse(text ?? '') as typeof said
  } catch {
    return UNREADABLE
  }
  if (typeof said?.title !== 'string' || said.title === '') return UNREADABLE
  return {
    title: said.title,
    body: typeof said.body === 'string' ? said.body : '',
    url: ownPath(said.url, origin),
    tag: typeof said.tag === 'string' && said.tag !== '' ? said.tag : UNREADABLE.tag,
  }
}
