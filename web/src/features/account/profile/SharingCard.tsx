import { SavingLine } from '../../../components/feedback/LiveRegion'
import { LinkButton } from '../../../components/Button'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { LastNameSwitch, OptInSwitch } from '../../../sharing/SharingSwitches'
import { paths } from '../../../paths'
import { useSharing } from '../../../sharing/use-sharing'
import form from '../form/form.module.css'
import { QueryCard } from './QueryCard'

const linkWords = (count: number) =>
  count === 0
    ? 'None of your cards is public.'
    : count === 1
      ? 'One card is public.'
      : `${count} cards are public.`

/** What others may see: people under 18 opt in first; everybody chooses how much of their name a card shows. */
export function SharingCard() {
  const { sharing, choices, save, choose } = useSharing()
  return (
    <QueryCard title="Cards and boards" query={sharing} height="12rem" aside={<SavingLine save={save} />}>
      {({ adult, shares }) => (
        <>
          <ErrorNotice error={save.error} />
          {!adult && <OptInSwitch on={choices.optIn ?? false} onChange={(optIn) => choose({ optIn })} />}
          <LastNameSwitch on={choices.lastName ?? false} onChange={(lastName) => choose({ lastName })} />
          <p className={form.aside}>{linkWords(shares.filter(({ takenDown }) => !takenDown).length)}</p>
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
