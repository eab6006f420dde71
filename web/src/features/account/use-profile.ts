import { useQueryClient } from '@tanstack/react-query'
import { saveProfile } from '../../api/calls'
import { queryKeys } from '../../api/queries'
import { useOperation } from '../../state/use-operation'
import type { toProfileUpdate } from './payloads'
import type { Problem } from './form/problems'
import { failureProblems } from './use-sign-up'

/** Saves a part of the profile and reads it again; gives what the server would not take. */
export function useSaveProfile() {
  const queries = useQueryClient()
  const { run } = useOperation((fields: ReturnType<typeof toProfileUpdate>, key) => saveProfile(fields, key))
  return async (
    update: ReturnType<typeof toProfileUpdate>,
    fields: readonly string[],
  ): Promise<Problem[]> => {
    const saved = await run(update)
    if (!saved.ok) return failureProblems(saved.error, fields)
    await queries.invalidateQueries({ queryKey: queryKeys.profile })
    return []
  }
}
