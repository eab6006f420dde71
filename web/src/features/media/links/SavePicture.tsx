import { useState } from 'react'
import { Button } from '../../../components/Button'
import { Icon } from '../../../components/graphics/Icon'
import { LiveRegion } from '../../../components/feedback/LiveRegion'
import { Notice } from '../../../components/feedback/Notice'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import { useSiteTitle } from '../../../components/site-title'
import { pictureOf, type SeenCard } from '../card/picture'
import styles from './SavePicture.module.css'
import { saveFile } from '../../../components/save-file'
import { copyPicture, sharePicture, wayToShare } from '../../../sharing/share'
import { fileName } from '../card/templates'
import { useAction } from '../../../sharing/use-action'

const FAILED = 'The picture could not be made. Reload the page and try again.'
const NOT_COPIED = 'Your browser does not let us copy it. Download it and post it from there.'

interface SavePictureProps extends SeenCard {
  /** The card's name, for the file and the share sheet. */
  name: string
  /** Whether it may be handed to others from here, beside being saved. */
  shares: boolean
}

/** A card as a picture: to save, and to hand to another app or to copy where the browser can. */
export function SavePicture({ svg, name, shares, ...seen }: SavePictureProps) {
  const site = useSiteTitle()
  const [way] = useState(wayToShare)
  const { busy, message, act } = useAction<'save' | 'share'>()
  const file = fileName(site, name, seen.format)
  const save = (drawing: string) =>
    act('save', FAILED, async () => {
      saveFile(file, await pictureOf(drawing, seen))
      return 'Saved. Look in your downloads.'
    })
  const share = (drawing: string) =>
    way === 'copy'
      ? act('share', NOT_COPIED, async () => {
          await copyPicture(pictureOf(drawing, seen))
          return 'Copied. Paste it wherever you post.'
        })
      : act('share', FAILED, async () =>
          (await sharePicture(await pictureOf(drawing, seen), file, `${name} | ${site}`))
            ? 'Shared. Nice work.'
            : null,
        )
  const waits = svg === undefined || undefined
  return (
    <Stack gap={4} className={styles.passOn}>
      <Cluster gap={3} align="center" className={styles.actions}>
        <Button
          size="large"
          busy={busy === 'save'}
          aria-disabled={waits}
          onClick={() => svg !== undefined && void save(svg)}
        >
          <Icon name="download" small />
          Download
        </Button>
        {way && shares && (
          <Button
            variant="secondary"
            size="large"
            busy={busy === 'share'}
            aria-disabled={waits}
            onClick={() => svg !== undefined && void share(svg)}
          >
            {way === 'share' && <Icon name="external" small />}
            {way === 'share' ? 'Share' : 'Copy picture'}
          </Button>
        )}
      </Cluster>
      <LiveRegion>{message && <Notice tone={message.tone}>{message.text}</Notice>}</LiveRegion>
    </Stack>
  )
}
