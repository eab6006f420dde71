// Owns what happens to a finished picture: it is saved, handed to another app, or copied.

/** Saves it as a file. */
export function savePicture(picture: Blob, name: string): void {
  const url = URL.createObjectURL(picture)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The save has taken hold of the content by then.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

const PROBE = () => new File([], 'card.png', { type: 'image/png' })

/** How this browser can pass a picture on; null when it can only be saved. */
export function wayToShare(): 'share' | 'copy' | null {
  if (typeof navigator.canShare === 'function' && navigator.canShare({ files: [PROBE()] })) return 'share'
  return typeof ClipboardItem !== 'undefined' && 'clipboard' in navigator ? 'copy' : null
}

/** Opens the share sheet; false when the person closed it. */
export async function sharePicture(picture: Blob, name: string, title: string): Promise<boolean> {
  try {
    await navigator.share({ files: [new File([picture], name, { type: 'image/png' })], title })
    return true
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') return false
    throw cause
  }
}

/** Puts it on the clipboard. */
export async function copyPicture(picture: Promise<Blob>): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
}
