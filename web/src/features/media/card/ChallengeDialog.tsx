import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { points } from '../../../academy/numbers'
import { ageOf, cardQuery, mayShare, sharingQuery, type CardChoice } from '../../../api/cards'
import { Dialog } from '../../../components/dialog/Dialog'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { paths } from '../../../paths'
import { MakeLink } from '../links/MakeLink'
import { SavePicture } from '../links/SavePicture'
import { CardPicture } from './CardPicture'
import { STORY } from './formats'
import styles from './CardDialog.module.css'
import { Swatches } from './Swatches'
import { CHALLENGE, COLOURS } from './templates'

export interface ChallengeDialogProps {
  bookingId: string
  /** The final that somebody else is to beat. */
  score: number
  onClose: () => void
}

/** A card that dares somebody to beat a final: as a picture, or as a link to a page that books a test. */
export function ChallengeDialog({ bookingId, score, onClose }: ChallengeDialogProps) {
  const [at, setAt] = useState(0)
  const colour = (COLOURS[at] ?? COLOURS[0]).id
  const choice: CardChoice = { template: 'challenge', colour, bookingId }
  const card = useQuery(cardQuery(choice))
  const own = useQuery(sharingQuery()).data
  const shares = own !== undefined && mayShare(own)
  return (
    <Dialog open size="wide" onClose={onClose} title={`Beat my ${points(score)}`}>
      <div className={styles.pair}>
        <div className={styles.preview} data-testid="challenge-card">
          <CardPicture card={card} name={CHALLENGE.name} />
        </div>
        <Stack gap={5} top shrink>
          <Swatches colours={CHALLENGE.colours} value={colour} onChange={setAt} />
          <SavePicture key={colour} svg={card.data} format={STORY} name={CHALLENGE.name} shares={shares} />
          {own && (
            <Stack as="section" gap={4} aria-labelledby="challenge-link">
              <h3 id="challenge-link" className={text.h4}>
                A link that books
              </h3>
              {shares ? (
                <MakeLink choice={choice} links={own.shares} />
              ) : ageOf(own) === 'unknown' ? (
                <p className={text.quiet}>
                  We do not have your date of birth, so you cannot make a link yet:{' '}
                  <a href={paths.myProfile('date-of-birth')}>Add it in My Profile</a>.
                </p>
              ) : (
                <p className={text.quiet}>
                  You are under 18, so a link takes your own yes first:{' '}
                  <a href={paths.myProfile('sharing')}>Cards and boards in My Profile</a>.
                </p>
              )}
            </Stack>
          )}
        </Stack>
      </div>
    </Dialog>
  )
}
