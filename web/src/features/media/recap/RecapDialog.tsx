import { useQuery } from '@tanstack/react-query'
import { cardQuery, sharingQuery, type CardChoice } from '../../../api/cards'
import { Dialog } from '../../../components/dialog/Dialog'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { CardPicture } from '../card/CardPicture'
import styles from '../card/CardDialog.module.css'
import type { Format } from '../card/formats'
import { MakeLink } from '../links/MakeLink'
import { SavePicture } from '../links/SavePicture'
import type { PlacedPhoto } from '../photo/photo'

interface RecapDialogProps {
  choice: CardChoice
  name: string
  format: Format
  behind: PlacedPhoto | null
  onClose: () => void
}

/** One card of the recap, larger: to download, to share and to make public. For people who may share. */
export function RecapDialog({ choice, name, format, behind, onClose }: RecapDialogProps) {
  const card = useQuery(cardQuery({ ...choice, photo: behind !== null }))
  const own = useQuery(sharingQuery()).data
  return (
    <Dialog open size="wide" onClose={onClose} title={name}>
      <div className={styles.pair}>
        <div className={styles.preview} data-format={format.id}>
          <CardPicture card={card} name={name} format={format} behind={behind} />
        </div>
        <Stack gap={5} top shrink>
          <SavePicture svg={card.data} format={format} behind={behind} name={name} shares />
          {own && (
            <Stack as="section" gap={4} aria-labelledby="recap-link">
              <h3 id="recap-link" className={text.h4}>
                Public link
              </h3>
              <MakeLink choice={choice} behind={behind} links={own.shares} />
            </Stack>
          )}
        </Stack>
      </div>
    </Dialog>
  )
}
