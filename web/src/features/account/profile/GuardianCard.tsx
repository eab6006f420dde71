import { shortDate } from '../../../academy/civil-date'
import { londonDate } from '../../../academy/london'
import type { UserProfile } from '../../../api/types'
import { Card, Facts } from '../../../components/layout/Card'
import text from '../../../components/text.module.css'
import { LetterActions, LetterState } from '../../../guardian/GuardianLetter'
import { useGuardianLetter } from '../../../guardian/use-guardian-letter'
import { waitsForGuardian } from '../../../state/waits-for-guardian'
import form from '../form/form.module.css'

/** Who confirms for an athlete under 18, and whether they have; nothing for anybody else. */
export function GuardianCard({ profile }: { profile: UserProfile }) {
  const waits = waitsForGuardian(profile)
  const address = profile.guardianEmail ?? null
  const confirmedAt = profile.guardianConfirmedAt ?? null
  if (!waits && confirmedAt === null) return null
  return (
    <Card as="section" level={3} title="Parent or guardian">
      <Facts
        facts={[
          { term: 'Their e-mail', value: <span className={text.anywhere}>{address ?? 'Not given'}</span> },
          {
            term: 'Confirmed',
            value: confirmedAt === null ? 'Not yet' : shortDate(londonDate(confirmedAt)),
          },
        ]}
      />
      {waits && <OpenLetter />}
    </Card>
  )
}

function OpenLetter() {
  const letter = useGuardianLetter()
  return (
    <>
      <div className={form.aside}>
        <LetterState letter={letter} />
      </div>
      <div className={form.actions}>
        <LetterActions letter={letter} />
      </div>
    </>
  )
}
