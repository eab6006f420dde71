import { mayShare, type Sharing } from '../../../api/cards'
import { SavingLine } from '../../../components/feedback/LiveRegion'
import { LinkButton } from '../../../components/Button'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { LastNameSwitch, OptIn } from '../../../sharing/SharingSwitches'
import { paths } from '../../../paths'
import { useSharing } from '../../../sharing/use-sharing'
import form from '../form/form.module.css'
import { QueryCard } from './QueryCard'

function linkWords(own: Sharing): string {
  const links = own.shares.filter(({ takenDown }) => !takenDown)
  if (links.length > 0 && !mayShare(own)) return 'Nobody can open your links while your results are private.'
  const count = links.filter(({ asleep }) => !asleep).length
  if (count === 0) return 'None of your cards is public.'
  return count === 1 ? 'One card is public.' : `${count} cards are public.`
}

/** What others may see: people under 18 opt in first, and can withdraw that later; everybody chooses how much of their name a card shows. */
export function SharingCard() {
  const { sharing, choices, save, choose } = useSharing()
  return (
    <QueryCard title="Cards and boards" query={sharing} height="12rem" aside={<SavingLine save={save} />}>
      {(own) => (
        <>
          <ErrorNotice error={save.error} />
          <OptIn own={own} on={choices.optIn ?? false} onChange={(optIn) => choose({ optIn })} />
          <LastNameSwitch on={choices.lastName ?? false} onChange={(lastName) => choose({ lastName })} />
          <p className={form.aside}>{linkWords(own)}</p>
          <div className={form.actions}>
            <LinkButton variant="secondary" href={paths.mediaCenter('public-links')}>
              {own.shares.length === 0 ? 'Go to your cards' : 'See your public links'}
            </LinkButton>
          </div>
        </>
      )}
    </QueryCard>
  )
}
