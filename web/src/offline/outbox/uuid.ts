/** A UUIDv7 (RFC 9562): 48 bits of time, then chance. The time only groups keys; nothing is ordered by it. */
export function uuidV7(nowMs: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const time = Math.max(0, Math.floor(nowMs))
  for (let at = 0; at < 6; at += 1) bytes[at] = Math.floor(time / 2 ** (8 * (5 - at))) % 256
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
