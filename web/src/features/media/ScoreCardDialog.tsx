import { useRef, useState } from 'react'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { Icon } from '../../components/Icon'
import { Notice } from '../../components/Notice'
import type { CardData } from './card-data'
import { RatedCard } from './cards/RatedCard'
import { pageTokens, palette } from './palette'
import { pictureOf } from './picture'
import type { Ratings } from './ratings'
import styles from './ScoreCardDialog.module.css'
import { savePicture, sharePicture, wayToShare } from './share'

type Word = { tone: 'good' | 'problem'; text: string }

export interface ScoreCardDialogProps {
  data: CardData
  ratings: Ratings
  onClose: () => void
}

/** The score card as it will be saved, and the way to save it: the picture is made of this very drawing. */
export function ScoreCardDialog({ data, ratings, onClose }: ScoreCardDialogProps) {
  const drawing = useRef<SVGSVGElement>(null)
  const [canShare] = useState(() => wayToShare() === 'share')
  const [busy, setBusy] = useState<'save' | 'share' | null>(null)
  const [word, setWord] = useState<Word | null>(null)
  const name = `${data.site.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-score-card.png`
  const act = async (what: 'save' | 'share', doing: (picture: Blob) => Promise<Word | null>) => {
    if (!drawing.current) return
    setBusy(what)
    setWord(null)
    const failed: Word = {
      tone: 'problem',
      text: 'The picture could not be made. Check your connection and try again.',
    }
    setWord(
      await pictureOf(drawing.current)
        .then(doing)
        .catch(() => failed),
    )
    setBusy(null)
  }
  const save = () =>
    act('save', async (picture) => {
      savePicture(picture, name)
      return { tone: 'good', text: 'Saved. Look in your downloads.' }
    })
  const share = () =>
    act('share', async (picture) =>
      (await sharePicture(picture, name, `Score card | ${data.site}`))
        ? { tone: 'good', text: 'Shared. Nice work.' }
        : null,
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title="Your score card"
      className={styles.dialog}
      actions={
        <>
          <Button size="large" busy={busy === 'save'} onClick={() => void save()}>
            <Icon name="download" small />
            Download
          </Button>
          {canShare && (
            <Button variant="secondary" size="large" busy={busy === 'share'} onClick={() => void share()}>
              <Icon name="external" small />
              Share
            </Button>
          )}
        </>
      }
    >
      <div className={styles.preview} data-testid="score-card">
        <RatedCard ref={drawing} data={data} ratings={ratings} colours={palette('black', pageTokens())} />
      </div>
      <div aria-live="polite" className={styles.word}>
        {word && <Notice tone={word.tone}>{word.text}</Notice>}
      </div>
    </Dialog>
  )
}
