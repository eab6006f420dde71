/**
 * Whether this browser can have passkeys here (RULES 10.9): they belong to a name, so an address with an IP number has none.
 * Everything else about them is in `passkeys.ts`, which is loaded when it is needed.
 */
export const canUsePasskeys = (): boolean =>
  typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(window.location.hostname)
