import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  cardQuery,
  type CardChoice,
  type CardColour,
  type CardFact,
  type CardFacts,
} from '../../../api/cards'
import { Button } from '../../../components/Button'
import { LiveRegion } from '../../../components/feedback/LiveRegion'
import { Notice } from '../../../components/feedback/Notice'
import { Icon } from '../../../components/graphics/Icon'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import { saveFile } from '../../../components/save-file'
import { useSiteTitle } from '../../../components/site-title'
import text from '../../../components/text.module.css'
import { useNear } from '../../../components/use-near'
import { useAction } from '../../../sharing/use-action'
import { CardPicture } from '../card/CardPicture'
import type { Format } from '../card/formats'
import { pictureOf } from '../card/picture'
import { fileName, RECAP, shownOn, type Template } from '../card/templates'
import type { PlacedPhoto } from '../photo/photo'
import styles from './Recap.module.css'
import { RecapDialog } from './RecapDialog'

interface RecapProps {
  /** Of the newest result, up to which the recap goes. */
  facts: CardFacts | undefined
  colour: CardColour
  format: Format
  picked: readonly CardFact[]
  behind: PlacedPhoto | null
  /** Whether cards may be handed to others from here, beside being saved. */
  shares: boolean
}

const FAILED = 'Not every picture could be made. Reload the page and try again.'
const ALL = 'all'

/** The season in three cards, drawn as those above it: to save one by one or all at once. */
export function Recap({ facts, colour, format, picked, behind, shares }: RecapProps) {
  const section = useRef<HTMLElement>(null)
  const near = useNear(section)
  const site = useSiteTitle()
  const { busy, message, act } = useAction<string>()
  const [open, setOpen] = useState<Template | null>(null)
  const choiceOf = ({ id }: Template): CardChoice => ({
    template: id,
    colour,
    bookingId: facts?.bookingId ?? '',
    format: format.id,
    shows: shownOn(id, picked),
  })
  const cards = useQueries({
    queries: RECAP.map((template) => ({
      ...cardQuery({ ...choiceOf(template), photo: behind !== null }),
      enabled: near && facts?.recap === true,
    })),
  })
  const save = async (template: Template, card: UseQueryResult<string> | undefined) => {
    if (card?.data === undefined) throw new Error('The card is not drawn yet')
    saveFile(fileName(site, template.name, format), await pictureOf(card.data, { format, behind }))
  }
  const saveAll = () =>
    act(ALL, FAILED, async () => {
      for (const [at, template] of RECAP.entries()) await save(template, cards[at])
      return 'Saved, all three. Look in your downloads.'
    })
  const waits = cards.some(({ data }) => data === undefined) || undefined
  return (
    <section ref={section} aria-labelledby="recap-title" hidden={facts?.recap !== true}>
      <Stack gap={5} shrink="children">
        <Cluster gap={[3, 6]} align="end" between>
          <Stack gap={2} shrink>
            <h2 id="recap-title">Your season in three cards</h2>
            <p className={text.intro}>
              The result, the way there and the best of each test, in the colour and format and with the
              photograph chosen above.
            </p>
          </Stack>
          <Button
            variant="secondary"
            busy={busy === ALL}
            aria-disabled={waits}
            onClick={() => !waits && void saveAll()}
          >
            <Icon name="download" small />
            Save all three
          </Button>
        </Cluster>
        <LiveRegion>{message && <Notice tone={message.tone}>{message.text}</Notice>}</LiveRegion>
        <Stack as="ul" gap={5} className={styles.cards} data-format={format.id}>
          {RECAP.map((template, at) => {
            const card = cards[at]
            return (
              <Stack as="li" gap={3} key={template.id} top>
                <div className={styles.card} data-testid={template.id}>
                  {card && near && (
                    <CardPicture card={card} name={template.name} format={format} behind={behind} />
                  )}
                </div>
                <h3 className={text.h4}>{template.name}</h3>
                <Cluster gap={2}>
                  <Button
                    variant="secondary"
                    aria-label={`Save: ${template.name}`}
                    busy={busy === template.id}
                    aria-disabled={card?.data === undefined || undefined}
                    onClick={() =>
                      card?.data !== undefined &&
                      void act(template.id, FAILED, async () => {
                        await save(template, card)
                        return `${template.name} saved. Look in your downloads.`
                      })
                    }
                  >
                    Save
                  </Button>
                  {shares && (
                    <Button
                      variant="quiet"
                      aria-label={`Share: ${template.name}`}
                      onClick={() => setOpen(template)}
                    >
                      Share
                    </Button>
                  )}
                </Cluster>
              </Stack>
            )
          })}
        </Stack>
      </Stack>
      {open && (
        <RecapDialog
          choice={choiceOf(open)}
          name={open.name}
          format={format}
          behind={behind}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  )
}
