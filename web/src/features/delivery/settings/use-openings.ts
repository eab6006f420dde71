import { useQueryClient } from '@tanstack/react-query'
import { newKey } from '../../../api/client/client'
import { ApiFailure } from '../../../api/client/failure'
import { detailsOf } from '../../../api/refusal'
import { refreshSchedule } from '../../../api/schedule-key'
import { useOperation } from '../../../state/use-operation'
import { saveSettings, settingsQuery, type StoredSettings } from './api'
import { edited, type Opening } from './openings'

export interface OpeningEdit {
  stored: StoredSettings
  before?: Opening | undefined
  after?: Opening | undefined
}

const CHANGED = 'This opening has been changed or removed meanwhile. Close this and look again.'

/**
 * Saves one opening. If somebody else has saved settings meanwhile, it is saved over theirs, unless they have changed this very
 * opening.
 */
export function useOpeningEdit() {
  const queries = useQueryClient()
  return useOperation(async ({ stored, ...edit }: OpeningEdit, key) => {
    const show = (settings: StoredSettings) => queries.setQueryData(settingsQuery().queryKey, settings)
    const saveOver = async ({ settings, rev }: StoredSettings, once: string) => {
      const openings = edited(settings.openings ?? [], edit)
      if (!openings) throw new ApiFailure('OPENING_CHANGED', CHANGED, 409)
      return saveSettings({ settings: { ...settings, openings }, rev }, once)
    }
    const saved = await saveOver(stored, key).catch((cause: unknown) => {
      const current = detailsOf(cause, 'SETTINGS_CHANGED')?.current
      if (!current) throw cause
      show(current)
      return saveOver(current, newKey())
    })
    show(saved)
    void refreshSchedule(queries)
  })
}
