/** The browser's own offer to install the site as an app, held back until it helps. Listening begins with the page. */
import { Listeners } from '../api/listeners'

/** Chromium's event; other browsers have none. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let held: InstallPrompt | null = null
const listeners = new Listeners()

window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  held = event as InstallPrompt
  listeners.tell()
})
window.addEventListener('appinstalled', () => {
  held = null
  listeners.tell()
})

export const canInstall = (): boolean => held !== null

/** Calls `listener` whenever that has changed. */
export const onCanInstall = listeners.add

/** Shows the browser's dialog, after a press; whether the app was installed. An offer can be made once. */
export async function install(): Promise<boolean> {
  const offer = held
  held = null
  const choice = await offer?.prompt()
  listeners.tell()
  return choice?.outcome === 'accepted'
}
