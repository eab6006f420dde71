// An authenticator app: time-based one-time codes (RFC 6238, SHA-1, 30 seconds, six digits).
import { createHmac } from 'node:crypto'
import { readable, type Server } from './server.ts'
import type { Stage } from './stage.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

/** What the app shows at a time, for a secret in base32. */
export function oneTimeCode(secret: string, at: Date): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / STEP_MS)))
  const mac = createHmac('sha1', base32(secret)).update(counter).digest()
  const start = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(start) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** A code that fits neither now nor a minute around. */
export function wrongCode(secret: string, at: Date): string {
  const near = [-2, -1, 0, 1, 2].map((step) => oneTimeCode(secret, new Date(at.getTime() + step * STEP_MS)))
  return (
    ['000000', '000001', '000002', '000003', '000004', '000005'].find((code) => !near.includes(code)) ?? ''
  )
}

/** The code that was last mailed to somebody who sets their first second factor up; `before` letters went there before it. */
export async function mailedCode(server: Server, address: string, before = 0): Promise<string> {
  const letter = (await server.letters(address, before + 1)).at(-1) ?? ''
  const code = /Code: (\d{6})/.exec(readable(letter))?.[1]
  if (code === undefined) throw new Error(`no code in ${readable(letter)}`)
  return code
}

/** Turns two-step sign-in on for the person of a token; `code` is the first one of the app. */
export async function turnOnTwoStep(
  { api, server }: Stage,
  token: string,
  proof: { password: string; mailedCode?: string },
): Promise<{ secret: string; code: string; recoveryCodes: string[] }> {
  const { secret } = await api.ask<{ secret: string }>('POST', 'user/second-factor', proof, token)
  const code = oneTimeCode(secret, server.now())
  const path = 'user/second-factor/confirm'
  const { recoveryCodes } = await api.ask<{ recoveryCodes: string[] }>('POST', path, { code }, token)
  return { secret, code, recoveryCodes }
}

function base32(text: string): Buffer {
  const bits = [...text.replace(/=+$/, '')]
    .map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => parseInt(byte, 2)))
}
