// Sharing a finished picture or a link: with another app, or by copying.

const PROBE = () => new File([], 'card.png', { type: 'image/png' })

/** How this browser can share a picture; null if it can only save it. */
export function wayToShare(): 'share' | 'copy' | null {
  if (typeof navigator.canShare === 'function' && navigator.canShare({ files: [PROBE()] })) return 'share'
  return typeof ClipboardItem !== 'undefined' && 'clipboard' in navigator ? 'copy' : null
}

/** Whether this browser has a share sheet for a link. */
export const canShareLinks = (): boolean => typeof navigator.share === 'function'

/** Opens the share sheet; false when the person closed it. */
async function share(what: ShareData): Promise<boolean> {
  try {
    await navigator.share(what)
    return true
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') return false
    throw cause
  }
}

export const sharePicture = (picture: Blob, name: string, title: string): Promise<boolean> =>
  share({ files: [new File([picture], name, { type: 'image/png' })], title })

export const shareLink = (url: string, title: string): Promise<boolean> => share({ url, title })

/** Copies to the clipboard. */
export async function copyPicture(picture: Promise<Blob>): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
}

export const copyLink = (url: string): Promise<void> => navigator.clipboard.writeText(url)
