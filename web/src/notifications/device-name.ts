/** A browser's user agent in words that its owner understands. */

/** The first match wins: most browsers also name those they descend from. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const first = (list: [RegExp, string][], text: string): string | undefined =>
  list.find(([pattern]) => pattern.test(text))?.[1]

/** `Chrome on Windows`; other programs are an app, an empty user agent is unknown. */
export function deviceName(userAgent: string | null | undefined): string {
  const text = userAgent?.trim() ?? ''
  if (text === '') return 'Unknown device'
  const browser = first(BROWSERS, text)
  const system = first(SYSTEMS, text)
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`
  return system === undefined ? 'App or script' : `App on ${system}`
}
