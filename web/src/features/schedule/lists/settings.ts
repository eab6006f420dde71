// The booking settings, as far as the weekly lists need them.
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client'
import { ApiFailure } from '../../../api/failure'
import { queryKeys } from '../../../api/queries'
import type { Decision } from '../wire'
import type { Lists } from './weekly'

/** `GET event/admin/settings`: the lists beside settings that go back as they came. */
export interface StoredSettings {
  settings: Lists & Record<string, unknown>
  rev: number
}

export const settingsQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'booking-settings'],
    queryFn: ({ signal }) => api.get<StoredSettings>('event/admin/settings', undefined, signal),
    staleTime: 0,
  })

/** Saves other lists over the settings that were read, with what becomes of the bookings that they hit. */
export const saveLists = (
  { settings, rev }: StoredSettings,
  { testSlots, retestSlots }: Lists,
  decisions: readonly Decision[],
  idempotencyKey: string,
) =>
  api.put<StoredSettings>(
    'event/admin/settings',
    { settings: { ...settings, testSlots, retestSlots }, rev, decisions },
    { idempotencyKey },
  )

/** The settings as somebody else has saved them meanwhile; null for every other failure. */
export function settingsMeanwhile(cause: unknown): StoredSettings | null {
  if (!(cause instanceof ApiFailure) || cause.errorCode !== 'SETTINGS_CHANGED') return null
  const current = cause.details?.current as StoredSettings | undefined
  return current?.settings?.testSlots ? current : null
}
