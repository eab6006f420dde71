import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { cardFactsQuery, mayShare, type CardChoice } from '../../api/cards'
import { classNames } from '../../components/class-names'
import { Stack } from '../../components/layout/Stack'
import text from '../../components/text.module.css'
import { useMediaData } from '../../state/media-store'
import { useSharing } from '../../sharing/use-sharing'
import { CardPicture } from './card/CardPicture'
import { Facts } from './card/Facts'
import { Formats } from './card/Formats'
import { factsOf, formatOf } from './card/formats'
import styles from './MediaCenter.module.css'
import { Pages } from './Pages'
import { PhotoPicker } from './photo/PhotoPicker'
import { dragged, placement } from './photo/placement'
import { useDrag } from './photo/use-drag'
import { usePhoto } from './photo/use-photo'
import { Recap } from './recap/Recap'
import { SavePicture } from './links/SavePicture'
import { SharingPanel } from './SharingPanel'
import { Swatches } from './card/Swatches'
import { chosen, shownOn } from './card/templates'
import { isWithoutResult, useCard } from './card/use-card'

interface MediaCenterProps {
  intro?: ReactNode
  /** What else there is of the result: the card that dares somebody to beat it, the certificate. */
  more?: ReactNode
  /** Shown before there is anything to draw. */
  withoutResult: ReactNode
}

/** The story cards: one of three templates, dressed as the athlete likes, to save, to share and to make public. */
export function MediaCenter({ intro, more, withoutResult }: MediaCenterProps) {
  const {
    page: wanted,
    colour: wantedColour,
    format: wantedFormat,
    shows: wantedFacts,
    update,
  } = useMediaData()
  const { page, template, colour } = chosen(wanted, wantedColour)
  const format = formatOf(wantedFormat)
  const picked = factsOf(wantedFacts)
  const { behind, put, place } = usePhoto()
  const facts = useQuery(cardFactsQuery())
  const bookingId = facts.data?.bookingId
  const card = useCard(page, wantedColour, { bookingId, format: format.id, picked, photo: behind !== null })
  const settings = useSharing()
  const drag = useDrag(
    (right, down) =>
      behind && place((crop) => dragged(crop, placement(behind.photo, format, crop), right, down)),
  )
  if (isWithoutResult(facts.error) || isWithoutResult(card.error)) return withoutResult
  const own = settings.sharing.data
  const shares = own !== undefined && mayShare(own)
  const withHandle = Boolean(facts.data?.shows.handle) && shownOn(template.id, picked).includes('handle')
  const choice: CardChoice | null =
    bookingId === undefined
      ? null
      : {
          template: template.id,
          colour: colour.id,
          bookingId,
          format: format.id,
          shows: shownOn(template.id, picked),
        }
  return (
    <Stack gap={8}>
      <section className={styles.media} data-format={format.id} aria-labelledby="media-template">
        <Stack gap={2} className={styles.head}>
          {intro}
          <p className={classNames(text.accent, text.title)}>Instagram Story Template</p>
          <h2 id="media-template" aria-live="polite">
            {template.name}
          </h2>
        </Stack>
        <Stack gap={5} shrink className={styles.show}>
          <div
            className={classNames(styles.preview, behind && styles.movable)}
            data-testid="story-card"
            {...(behind && drag)}
          >
            <CardPicture needs={facts} card={card} name={template.name} format={format} behind={behind} />
          </div>
          {/* Reset for each card: the outcome of the last one does not apply. */}
          <SavePicture
            key={template.id}
            svg={card.isPlaceholderData ? undefined : card.data}
            format={format}
            behind={behind}
            name={template.name}
            shares={shares}
          />
        </Stack>
        <Stack gap={7} shrink className={styles.desk}>
          <Stack gap={5} shrink>
            <Pages page={page} onTurn={(to) => update({ page: to })} />
            {template.colours.length > 1 && (
              <Swatches
                colours={template.colours}
                value={colour.id}
                onChange={(at) => update({ colour: at })}
              />
            )}
            <Formats value={format} onChange={({ id }) => update({ format: id })} />
            <p className={text.intro}>
              {format.width} × {format.height} pixels, {format.use}. It shows{' '}
              {own?.lastName ? 'your name' : 'your first name and an initial'}
              {withHandle ? ', your handle' : ''} and your results.
            </p>
            <Facts
              picked={picked}
              can={template.facts}
              ofBest={template.id === 'result_overview'}
              onChange={(facts) => update({ shows: facts })}
              wholeName={own?.lastName ?? false}
            />
            <PhotoPicker behind={behind} card={format} onPut={put} onPlace={place} />
          </Stack>
          {more}
          <SharingPanel choice={choice} behind={behind} {...settings} />
        </Stack>
      </section>
      <Recap
        facts={facts.data}
        colour={chosen(1, wantedColour).colour.id}
        format={format}
        picked={picked}
        behind={behind}
        shares={shares}
      />
    </Stack>
  )
}
