/**
 * What the screen of a hall keeps on its device, in the clear: its settings and the public board that it showed last.
 * Nothing in it belongs to a person who is signed in, and signing out leaves it.
 */
import { deviceStorage } from '../../../state/browser-storage'

const PREFIX = 'sixfold-venue-'

export const storeValue = (name: string, value: unknown): void =>
  deviceStorage.set(PREFIX + name, JSON.stringify(value))

export function readValue(name: string): unknown {
  try {
    return JSON.parse(deviceStorage.get(PREFIX + name) ?? 'null') as unknown
  } catch {
    return null
  }
}

export const dropValue = (name: string): void => deviceStorage.remove(PREFIX + name)
