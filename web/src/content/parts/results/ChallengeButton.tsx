import { points } from '../../../academy/numbers'
import { CardButton } from './CardButton'

const load = async () => (await import('../../../features/media/card/ChallengeDialog')).ChallengeDialog

interface ChallengeButtonProps {
  /** The visit of the final; null without one that may be shown. */
  bookingId: string | null
  score: number | null
}

/** Opens the card that dares somebody to beat a final. */
export function ChallengeButton({ bookingId, score }: ChallengeButtonProps) {
  if (bookingId === null || score === null) return null
  return (
    <CardButton name="challenge card" load={load} of={{ bookingId, score }}>
      Beat my {points(score)}
    </CardButton>
  )
}
