import { deviceStorage } from '../state/storage/browser-storage'

/** Where a browser notes that it is notified (`own-device.ts`). */
export const DEVICE_KEY = 'sixfold-device'

/** Whether this browser is notified for somebody, as far as it knows. */
export const hasDevice = (): boolean => deviceStorage.get(DEVICE_KEY) !== null
