import { errorSentence } from '../../../api/errors'
import { LinkButton } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { LastNameSwitch, OptInSwitch } from '../../../sharing/SharingSwitches'
import { paths } from '../../../paths'
import { useSharing } from '../../../sharing/use-sharing'
import form from '../form/form.module.css'
import css from './profile.module.css'
import { QueryCard } from './QueryCard'

const linkWords = (count: number) =>
  count === 0
    ? 'None of your cards is public.'
    : count === 1
      ? 'One card is public.'
      : `${count} cards are public.`

/** What others may see: under 18s opt in first; everybody chooses how much of their name a card shows. */
export function SharingCard() {
  const { sharing, choices, save, choose } = useSharing()
  return (
    <QueryCard
      title="Cards and boards"
      query={sharing}
      height="12rem"
      aside={
        <p className={css.status} role="status">
          {save.isPending ? 'Saving …' : save.isSuccess ? 'Saved.' : ''}
        </p>
      }
    >
      {({ adult, shares }) => (
        <>
          {save.isError && (
            <Notice tone="problem" role="alert">
              {errorSentence(save.error)}
            </Notice>
          )}
          {!adult && <OptInSwitch on={choices.optIn ?? false} onChange={(optIn) => choose({ optIn })} />}
          <LastNameSwitch on={choices.lastName ?? false} onChange={(lastName) => choose({ lastName })} />
          <p className={form.aside}>{linkWords(shares.length)}</p>
          <div className={form.actions}>
            <LinkButton variant="secondary" href={paths.mediaCenter('public-links')}>
              {shares.length === 0 ? 'Go to your cards' : 'See your public links'}
            </LinkButton>
          </div>
        </>
      )}
    </QueryCard>
  )
}
