/** The browser's own offer to install the site as an app, held back until it helps. Listening begins with the page. */

/** Chromium's event; other browsers have none. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let held: InstallPrompt | null = null
const listeners = new Set<() => void>()

const tell = () => listeners.forEach((listener) => listener())

window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  held = event as InstallPrompt
  tell()
})
window.addEventListener('appinstalled', () => {
  held = null
  tell()
})

export const canInstall = (): boolean => held !== null

/** Calls `listener` whenever that has changed. */
export function onCanInstall(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the browser's dialog, after a press; whether the app was installed. An offer can be made once. */
export async function install(): Promise<boolean> {
  const offer = held
  held = null
  const choice = await offer?.prompt()
  tell()
  return choice?.outcome === 'accepted'
}
