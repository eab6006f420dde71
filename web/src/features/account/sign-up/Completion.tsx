import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../../api/queries'
import { LinkButton } from '../../../components/Button'
import { Notice } from '../../../components/feedback/Notice'
import { localised, paths } from '../../../paths'
import { waitsForGuardian } from '../../../state/waits-for-guardian'
import { FlowLayout } from '../FlowLayout'
import css from '../form/form.module.css'
import { elementLink, readParq } from '../parq'
import { completeScreening, useScreeningAnswers } from '../screening'
import { needsClearance } from '../payloads'
import { useSignUpDraft } from '../draft'
import { useAuthored, useItem } from '../use-authored'

function wayBack(address: string): string {
  if (address.startsWith(paths.bookTest())) return 'Book your time'
  return address.startsWith(`${paths.crewInvitation()}#`) ? 'Join the crew' : 'Carry on where you were'
}

/** /signup-completion: sign-up is done; what comes next. */
export function Completion() {
  const item = useItem('signup-completion')
  const parq = readParq(useItem('parq'))
  const copy = useAuthored({
    headline: 'You are in.',
    intro: 'Now the only question is when. Pick a day and we will have a place ready for you.',
  })
  const screening = completeScreening(useScreeningAnswers())
  const { guardianEmail, returnTo } = useSignUpDraft((state) => state.draft)
  const authored = elementLink(item, 'link') ?? { url: paths.bookTest(), text: 'Book a test' }
  const first = returnTo === '' ? authored : { url: returnTo, text: wayBack(returnTo) }
  const second = elementLink(item, 'secondaryLink') ?? {
    url: paths.myAccount(),
    text: 'Go to your athlete page',
  }
  // They may have agreed before these answers, which are asked for again after a year.
  const profile = useQuery(profileQuery()).data
  const guardian = profile === undefined ? guardianEmail : (profile.guardianEmail ?? '')
  const waits = guardian !== '' && (profile === undefined || waitsForGuardian(profile))
  const clearance = screening !== null && needsClearance(screening)
  return (
    <FlowLayout
      title={waits ? 'One yes to go.' : copy.headline}
      lead={
        waits
          ? `You’re signed up. We’ve e-mailed ${guardian}: once they agree, you can book your test.`
          : copy.intro
      }
      share={waits ? 0.9 : 1}
    >
      {clearance && (
        <Notice title="A word before you test">
          <p>{parq.notClearedText}</p>
          <p>Until then you cannot book by yourself. Ask for assistance on the booking page instead.</p>
        </Notice>
      )}
      <div className={css.actions}>
        {/* Somebody waiting for a guardian is not led to a page that would refuse them. */}
        {!waits && (
          <LinkButton href={localised(first.url)} size="large">
            {first.text}
          </LinkButton>
        )}
        <LinkButton
          href={localised(second.url)}
          variant={waits ? 'primary' : 'quiet'}
          size={waits ? 'large' : 'normal'}
        >
          {second.text}
        </LinkButton>
      </div>
    </FlowLayout>
  )
}
