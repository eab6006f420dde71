// An ID token taken apart and put together again, for a provider that cheats.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export interface Token {
  header: Record<string, unknown>
  claims: Record<string, unknown>
  /** What it is signed with; none leaves the signature empty. */
  key: KeyObject | undefined
}

export function readToken(jwt: string, key: KeyObject): Token {
  const [header = '', claims = ''] = jwt.split('.')
  return { header: parse(header), claims: parse(claims), key }
}

export function signToken({ header, claims, key }: Token): string {
  const head = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = key ? sign('RSA-SHA256', Buffer.from(head), key).toString('base64url') : ''
  return `${head}.${signature}`
}

/** A key that belongs to nobody. */
export function strangerKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}

function parse(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>
}
