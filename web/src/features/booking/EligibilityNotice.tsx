import type { BookingEligibility } from '../../api/types'
import { LinkButton } from '../../components/Button'
import { Notice } from '../../components/feedback/Notice'
import { lazyPart } from '../../components/lazy-part'
import { Stack } from '../../components/layout/Stack'
import type { BookingEntry } from './entry'
import { callToMove, obstacles } from './next-steps'
import { CHECK_FIRST } from './words'

// Few athletes wait for a guardian.
const GuardianNotice = lazyPart(async () => (await import('../../guardian/GuardianNotice')).GuardianNotice)

interface EligibilityNoticeProps {
  eligibility: BookingEligibility | undefined
  /** The booking that may be moved. */
  moving?: BookingEntry | null
}

/** What has to be settled before booking, shown before anything is chosen. */
export function EligibilityNotice({ eligibility, moving = null }: EligibilityNoticeProps) {
  if (eligibility === undefined || eligibility.mode === 'open') return null
  if (eligibility.mode === 'assistance')
    return (
      <Notice title="Let’s talk before you test">
        {CHECK_FIRST}{' '}
        {callToMove(eligibility, moving) ??
          'Pick a time and ask for it: we hold your place, call you, and confirm it once you have been cleared.'}
      </Notice>
    )
  return (
    <Stack gap={5} shrink="all">
      {obstacles(eligibility).map(({ code, message, nextStep }) => {
        const notice = (
          <Notice
            key={code}
            tone="problem"
            title={nextStep?.title ?? 'You cannot book yet'}
            actions={nextStep && <LinkButton href={nextStep.href}>{nextStep.link}</LinkButton>}
          >
            {message}
          </Notice>
        )
        return code === 'GUARDIAN_REQUIRED' ? (
          <GuardianNotice key={code} pending={notice} failure={notice} />
        ) : (
          notice
        )
      })}
    </Stack>
  )
}
