import { useRef, useState, type ReactNode } from 'react'
import { Button } from '../../components/Button'
import { classNames } from '../../components/class-names'
import { Icon } from '../../components/Icon'
import { Notice } from '../../components/Notice'
import { useMediaData } from '../../state/media-store'
import type { CardData } from './card-data'
import styles from './MediaCenter.module.css'
import { pageTokens, palette } from './palette'
import { pictureOf } from './picture'
import { copyPicture, savePicture, sharePicture, wayToShare } from './share'
import { Swatches } from './Swatches'
import { chosen, TEMPLATES } from './templates'

type Word = { tone: 'good' | 'problem'; text: string }

const FAILED: Word = {
  tone: 'problem',
  text: 'The picture could not be made. Check your connection and try again.',
}

/** The story cards: one of three templates, live in its colours, to save, share or copy. */
export function MediaCenter({ data, intro }: { data: CardData; intro?: ReactNode }) {
  const { page: wanted, colour: wantedColour, update } = useMediaData()
  const { page, template, colour } = chosen(wanted, wantedColour)
  const drawing = useRef<SVGSVGElement>(null)
  const [way] = useState(wayToShare)
  const [busy, setBusy] = useState<'save' | 'share' | null>(null)
  const [word, setWord] = useState<Word | null>(null)
  const { Card } = template

  const name = `${data.site.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${template.id.replace(/_/g, '-')}.png`
  const act = async (what: 'save' | 'share', doing: (svg: SVGSVGElement) => Promise<Word | null>) => {
    if (!drawing.current) return
    setBusy(what)
    setWord(null)
    setWord(await doing(drawing.current).catch(() => FAILED))
    setBusy(null)
  }
  const save = () =>
    act('save', async (svg) => {
      savePicture(await pictureOf(svg), name)
      return { tone: 'good', text: 'Saved. Look in your downloads.' }
    })
  const share = () =>
    act('share', async (svg) => {
      if (way === 'copy') {
        await copyPicture(pictureOf(svg))
        return { tone: 'good', text: 'Copied. Paste it wherever you post.' }
      }
      const shared = await sharePicture(await pictureOf(svg), name, `${template.name} | ${data.site}`)
      return shared ? { tone: 'good', text: 'Shared. Nice work.' } : null
    })
  const turn = (to: number) => {
    setWord(null)
    update({ page: to })
  }

  return (
    <section className={styles.media} aria-labelledby="media-template">
      <div className={styles.preview} data-testid="story-card">
        <Card ref={drawing} data={data} colours={palette(colour.id, pageTokens())} />
      </div>
      <div className={styles.desk}>
        {intro}
        <header className={styles.head}>
          <p className={styles.kicker}>Instagram Story Template</p>
          <h2 id="media-template" aria-live="polite">
            {template.name}
          </h2>
        </header>
        <nav aria-label="Templates" className={styles.pages}>
          <Button
            variant="quiet"
            aria-label="Template before"
            aria-disabled={page === 1 || undefined}
            onClick={() => page > 1 && turn(page - 1)}
          >
            <Icon name="chevronLeft" />
          </Button>
          <ol className={styles.numbers}>
            {TEMPLATES.map(({ id, name: title }, index) => (
              <li key={id}>
                <button
                  type="button"
                  className={classNames(styles.number, index + 1 === page && styles.current)}
                  aria-current={index + 1 === page ? 'page' : undefined}
                  aria-label={`Page ${index + 1}: ${title}`}
                  onClick={() => turn(index + 1)}
                >
                  {index + 1}
                </button>
              </li>
            ))}
          </ol>
          <Button
            variant="quiet"
            aria-label="Next template"
            aria-disabled={page === TEMPLATES.length || undefined}
            onClick={() => page < TEMPLATES.length && turn(page + 1)}
          >
            <Icon name="chevronRight" />
          </Button>
        </nav>
        {template.colours.length > 1 && (
          <Swatches colours={template.colours} value={colour.id} onChange={(at) => update({ colour: at })} />
        )}
        <div className={styles.actions}>
          <Button size="large" busy={busy === 'save'} onClick={() => void save()}>
            <Icon name="download" small />
            Download
          </Button>
          {way && (
            <Button variant="secondary" size="large" busy={busy === 'share'} onClick={() => void share()}>
              {way === 'share' && <Icon name="external" small />}
              {way === 'share' ? 'Share' : 'Copy picture'}
            </Button>
          )}
        </div>
        <div aria-live="polite" className={styles.word}>
          {word && <Notice tone={word.tone}>{word.text}</Notice>}
        </div>
        <p className={styles.note}>
          1080 × 1920 pixels, the size of a story. Your first name and initial are all it says of you.
        </p>
      </div>
    </section>
  )
}
