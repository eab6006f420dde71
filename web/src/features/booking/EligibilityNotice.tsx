import type { BookingEligibility } from '../../api/types'
import { LinkButton } from '../../components/Button'
import { Notice } from '../../components/feedback/Notice'
import { late } from '../../components/late'
import { Stack } from '../../components/layout/Stack'
import type { BookingEntry } from './entry'
import { callToMove, obstacles } from './ways-on'
import { CHECK_FIRST } from './words'

// Few athletes wait for a guardian.
const GuardianNotice = late(async () => (await import('../../guardian/GuardianNotice')).GuardianNotice)

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
      {obstacles(eligibility).map(({ code, message, way }) => {
        const notice = (
          <Notice
            key={code}
            tone="problem"
            title={way?.title ?? 'You cannot book yet'}
            actions={way && <LinkButton href={way.href}>{way.link}</LinkButton>}
          >
            {message}
          </Notice>
        )
        return code === 'GUARDIAN_REQUIRED' ? (
          <GuardianNotice key={code} waiting={notice} failed={notice} />
        ) : (
          notice
        )
      })}
    </Stack>
  )
}
