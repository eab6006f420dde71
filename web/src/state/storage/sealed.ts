/**
 * Encrypted storage on a device: AES-GCM under a key that cannot leave IndexedDB. Where the encrypted bytes and the key
 * are stored is up to the caller: state in local storage, the ticket and the in-store screen each in their own
 * database.
 */

export interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}

/** Without a secure context there is no encryption, and then nothing is stored. */
export const canSeal = (): boolean =>
  typeof crypto !== 'undefined' && 'subtle' in crypto && typeof indexedDB !== 'undefined'

export const makeKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

/** `place` is where the text belongs: what is moved elsewhere cannot be opened there. */
const algorithm = (iv: Uint8Array<ArrayBuffer>, place: string | undefined): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  ...(place === undefined ? {} : { additionalData: new TextEncoder().encode(place) }),
})

export async function seal(key: CryptoKey, text: string, place?: string): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const bytes = await crypto.subtle.encrypt(algorithm(iv, place), key, new TextEncoder().encode(text))
  return { iv, bytes }
}

/** Throws an `OperationError` if it is damaged, or was encrypted under another key or for another place. */
export async function unseal(key: CryptoKey, { iv, bytes }: Sealed, place?: string): Promise<string> {
  return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm(iv, place), key, bytes))
}
