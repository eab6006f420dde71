import type { ApiFailure } from '../../../api/client/failure'
import { Notice } from '../../../components/feedback/Notice'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { refusedPerson } from './words'

/** Why a person was not saved, for what no field of the form shows. */
export function PersonRefusal({ error }: { error: ApiFailure | null }) {
  const refused = refusedPerson(error)
  if (!refused) return <ErrorNotice error={error} />
  return (
    <Notice tone="problem" role="alert">
      {refused.message}
    </Notice>
  )
}
