import { LinkButton } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { localised, paths } from '../../../paths'
import { FlowLayout } from '../FlowLayout'
import css from '../form.module.css'
import { elementLink, readParq } from '../parq'
import { completeScreening, useScreeningAnswers } from '../screening'
import { needsClearance } from '../payloads'
import { useSignUpDraft } from '../draft'
import { useCopy, useItem } from '../use-copy'

/** /signup-completion: the track is closed; what comes next. */
export function Completion() {
  const item = useItem('signup-completion')
  const parq = readParq(useItem('parq'))
  const copy = useCopy({
    headline: 'You are in.',
    intro: 'Now the only question is when. Pick a day and we will have a place ready for you.',
  })
  const screening = completeScreening(useScreeningAnswers())
  const guardian = useSignUpDraft((state) => state.draft.guardianEmail)
  const first = elementLink(item, 'link') ?? { url: paths.bookTest(), text: 'Book a test' }
  const second = elementLink(item, 'secondaryLink') ?? {
    url: paths.myAccount(),
    text: 'Go to your athlete page',
  }
  return (
    <FlowLayout title={copy.headline} lead={copy.intro} share={1}>
      {guardian !== '' && (
        <Notice title="One more yes to come">
          We have sent a link to {guardian}. You can book as soon as they have confirmed.
        </Notice>
      )}
      {screening !== null && needsClearance(screening) && (
        <Notice title="A word before you test">
          <p>{parq.notClearedText}</p>
          <p>
            Until then, booking by yourself stays closed. On the booking page, ask for assistance instead.
          </p>
        </Notice>
      )}
      <div className={css.actions}>
        <LinkButton href={localised(first.url)} size="large">
          {first.text}
        </LinkButton>
        <LinkButton href={localised(second.url)} variant="quiet">
          {second.text}
        </LinkButton>
      </div>
    </FlowLayout>
  )
}
