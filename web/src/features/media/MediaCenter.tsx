import type { ReactNode } from 'react'
import { mayShare } from '../../api/cards'
import { classNames } from '../../components/class-names'
import { Stack } from '../../components/layout/Stack'
import text from '../../components/text.module.css'
import { useMediaData } from '../../state/media-store'
import { useSharing } from '../../sharing/use-sharing'
import { CardPicture } from './card/CardPicture'
import styles from './MediaCenter.module.css'
import { Pages } from './Pages'
import { SavePicture } from './links/SavePicture'
import { SharingPanel } from './SharingPanel'
import { Swatches } from './card/Swatches'
import { chosen } from './card/templates'
import { isWithoutResult, useCard } from './card/use-card'

interface MediaCenterProps {
  intro?: ReactNode
  /** The way to the card that dares somebody to beat this. */
  challenge?: ReactNode
  /** Shown before there is anything to draw. */
  withoutResult: ReactNode
}

/** The story cards: one of three templates in its colours, to save, to share and to make public. */
export function MediaCenter({ intro, challenge, withoutResult }: MediaCenterProps) {
  const { page: wanted, colour: wantedColour, update } = useMediaData()
  const { page, template, colour } = chosen(wanted, wantedColour)
  const card = useCard(page, wantedColour)
  const settings = useSharing()
  if (isWithoutResult(card.error)) return withoutResult
  const own = settings.sharing.data
  return (
    <section className={styles.media} aria-labelledby="media-template">
      <Stack gap={2} className={styles.head}>
        {intro}
        <p className={classNames(text.accent, text.title)}>Instagram Story Template</p>
        <h2 id="media-template" aria-live="polite">
          {template.name}
        </h2>
      </Stack>
      <div className={styles.preview} data-testid="story-card">
        <CardPicture card={card} name={template.name} />
      </div>
      <Stack gap={5} shrink className={styles.desk}>
        <Pages page={page} onTurn={(to) => update({ page: to })} />
        {template.colours.length > 1 && (
          <Swatches colours={template.colours} value={colour.id} onChange={(at) => update({ colour: at })} />
        )}
        {/* Reset for each card: the outcome of the last one does not apply. */}
        <SavePicture
          key={template.id}
          svg={card.data}
          name={template.name}
          shares={own !== undefined && mayShare(own)}
        />
        <p className={text.intro}>
          1080 × 1920 pixels, the size of a story. It shows{' '}
          {own?.lastName ? 'your name' : 'your first name and an initial'} and your results.
        </p>
        {challenge}
        <SharingPanel choice={{ template: template.id, colour: colour.id }} {...settings} />
      </Stack>
    </section>
  )
}
