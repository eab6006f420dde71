import { isRecord } from '../json'

/** A `uaid` is 1 to 20 digits as a string without leading zeros (RULES 9.5); else null. */
export function normaliseUaid(value: unknown): string | null {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string' || !/^\d{1,20}$/.test(text)) return null
  const short = text.replace(/^0+/, '')
  return short === '' ? null : short
}

/** Normalises `uaid` at the top of a response's data and in its rows (RULES 9.5). */
export function withUaid<T>(data: T): T {
  if (Array.isArray(data)) return data.map((row: unknown) => withUaid(row)) as T
  if (!isRecord(data) || !('uaid' in data) || data.uaid === null) return data
  return { ...data, uaid: normaliseUaid(data.uaid) ?? String(data.uaid) }
}
