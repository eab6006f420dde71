import { ageOf, mayShare, type CardChoice } from '../../api/cards'
import { ErrorNotice } from '../../state/ErrorNotice'
import { LastNameSwitch, OptIn } from '../../sharing/SharingSwitches'
import { Stack } from '../../components/layout/Stack'
import { Loading, Skeleton } from '../../components/feedback/States'
import { LoadError } from '../../state/LoadError'
import type { useSharing } from '../../sharing/use-sharing'
import { MakeLink } from './links/MakeLink'
import { PublicLinks } from './links/PublicLinks'
import type { PlacedPhoto } from './photo/photo'
import styles from './SharingPanel.module.css'

type SharingPanelProps = ReturnType<typeof useSharing> & {
  /** The card that is shown; null until its result is known. */
  choice: CardChoice | null
  behind: PlacedPhoto | null
}

/** The privacy of a card: what it shows of the athlete, and its public links. */
export function SharingPanel({ choice, behind, sharing, choices, save, choose }: SharingPanelProps) {
  const own = sharing.data
  if (!own)
    return (
      <Stack gap={6} className={styles.panel}>
        {sharing.isError ? (
          <LoadError query={sharing} title="Your links did not load" />
        ) : (
          <Loading label="Loading your links">
            <Skeleton height="14rem" />
          </Loading>
        )}
      </Stack>
    )
  const age = ageOf(own)
  const optIn = <OptIn own={own} on={choices.optIn ?? false} onChange={(optIn) => choose({ optIn })} />
  return (
    <Stack gap={6} className={styles.panel}>
      <ErrorNotice error={save.error} />
      {age === 'adult' ? (
        optIn
      ) : (
        <Stack as="section" gap={4} aria-labelledby="be-seen">
          <h3 id="be-seen">{age === 'minor' ? 'Your say first' : 'Your age first'}</h3>
          {optIn}
        </Stack>
      )}
      <LastNameSwitch on={choices.lastName ?? false} onChange={(lastName) => choose({ lastName })} />
      {choice && mayShare(own) && (
        <Stack as="section" gap={4} aria-labelledby="make-public">
          <h3 id="make-public">Public link</h3>
          <MakeLink choice={choice} behind={behind} links={own.shares} />
        </Stack>
      )}
      {(mayShare(own) || own.shares.length > 0) && <PublicLinks links={own.shares} asleep={!mayShare(own)} />}
    </Stack>
  )
}
