import { useQueryClient } from '@tanstack/react-query'
import { newKey } from '../../../api/client/client'
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

/** Saves one opening. If somebody else has saved settings meanwhile, it is added to theirs. */
export function useOpeningEdit() {
  const queries = useQueryClient()
  return useOperation(async ({ stored, ...edit }: OpeningEdit, key) => {
    const over = ({ settings, rev }: StoredSettings): StoredSettings => ({
      settings: { ...settings, openings: edited(settings.openings ?? [], edit) },
      rev,
    })
    const saved = await saveSettings(over(stored), key).catch((cause: unknown) => {
      const current = detailsOf(cause, 'SETTINGS_CHANGED')?.current
      if (!current) throw cause
      return saveSettings(over(current), newKey())
    })
    queries.setQueryData(settingsQuery().queryKey, saved)
    void refreshSchedule(queries)
  })
}
