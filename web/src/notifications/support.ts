/** What this browser can do about notifications, and what its owner has said to it. */
export type Support =
  /** They can be switched on. */
  | 'possible'
  /** Its owner has blocked them in the browser. */
  | 'blocked'
  /** An iPhone or iPad: only the installed app has them. */
  | 'install-first'
  | 'impossible'

/** An iPad says that it is a Mac; only the touch screen tells. */
export const isApplePhone = ({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /\b(?:iPhone|iPad|iPod)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1)

/** Whether the site runs as an installed app. */
export const isInstalled = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches ||
  (navigator as Navigator & { standalone?: boolean }).standalone === true

export function supportHere(): Support {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return isApplePhone(navigator) && !isInstalled() ? 'install-first' : 'impossible'
  return Notification.permission === 'denied' ? 'blocked' : 'possible'
}

/** Where a browser lets its owner unblock the site, in words. */
export function howToUnblock({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): string {
  if (isApplePhone({ userAgent, maxTouchPoints }))
    return 'Open Settings, then Notifications, choose this app and allow them. Then come back here.'
  if (/\bAndroid\b/.test(userAgent))
    return 'Tap the icon to the left of the address, then Permissions, and allow notifications. Then come back here.'
  return 'Click the icon to the left of the address, allow notifications for this site, and come back here.'
}
