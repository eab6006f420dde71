/**
 * What a venue screen stores on its device, unencrypted: its settings and the last public board. None of it belongs to
 * the signed-in person, so signing out keeps it.
 */
import { parseJson } from '../../../api/json'
import { deviceStorage } from '../../../state/storage/browser-storage'

const PREFIX = 'sixfold-venue-'

export const storeValue = (name: string, value: unknown): void =>
  deviceStorage.set(PREFIX + name, JSON.stringify(value))

export const readValue = (name: string): unknown => parseJson(deviceStorage.get(PREFIX + name) ?? '')

export const dropValue = (name: string): void => deviceStorage.remove(PREFIX + name)
