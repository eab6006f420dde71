import { SavedMeanwhile } from '../../../components/dialog/SavedMeanwhile'
import { DifferenceList } from './DifferenceList'
import type { Difference } from './rules'

export interface BothVersionsProps {
  differences: readonly Difference[]
  onTheirs: () => void
  onMine: () => void
}

/** Somebody else has saved meanwhile: shows what differs and lets this user decide. */
export function BothVersions({ differences, onTheirs, onMine }: BothVersionsProps) {
  return (
    <SavedMeanwhile
      title="Someone else has saved these settings meanwhile"
      onTheirs={onTheirs}
      onMine={differences.length > 0 ? onMine : undefined}
    >
      {differences.length > 0 ? (
        <>
          <p>Both of you changed something. What you left alone stays as they saved it.</p>
          <DifferenceList differences={differences} names={['Theirs', 'Yours']} />
        </>
      ) : (
        <p>They have saved the same as you.</p>
      )}
    </SavedMeanwhile>
  )
}
