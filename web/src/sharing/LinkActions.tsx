import { useState, type Ref } from 'react'
import { Button, LinkButton } from '../components/Button'
import { LiveRegion } from '../components/feedback/LiveRegion'
import { Notice } from '../components/feedback/Notice'
import { Icon } from '../components/graphics/Icon'
import { Cluster } from '../components/layout/Cluster'
import { Stack } from '../components/layout/Stack'
import { useSiteTitle } from '../components/site-title'
import styles from './LinkActions.module.css'
import { canShareLinks, copyLink, shareLink } from './share'
import { useAction } from './use-action'

interface LinkActionsProps {
  url: string
  /** What the link leads to, for the share sheet. */
  name: string
  copyButton?: Ref<HTMLButtonElement>
  /** Offers to open it in a new tab. */
  opens?: boolean
}

/** Shortened: `sixfold.example/en-gb/share/…` */
const shown = (url: string) => url.replace(/^https?:\/\//, '')

/** A link, to copy and, where the device has a share sheet, to share. */
export function LinkActions({ url, name, copyButton, opens }: LinkActionsProps) {
  const site = useSiteTitle()
  const { busy, message, act } = useAction<'copy' | 'share'>()
  const [sheet] = useState(canShareLinks)
  const copy = () =>
    act('copy', 'Your browser does not let us copy it. Select the address and copy it by hand.', async () => {
      await copyLink(url)
      return 'Copied. Paste it wherever you like.'
    })
  const share = () =>
    act('share', 'That could not be shared. Copy the address instead.', async () =>
      (await shareLink(url, `${name} | ${site}`)) ? 'Shared. Nice work.' : null,
    )
  return (
    <Stack gap={4} shrink>
      <p className={styles.address} data-testid="public-link">
        {shown(url)}
      </p>
      <Cluster gap={3} align="center">
        <Button ref={copyButton} variant="secondary" busy={busy === 'copy'} onClick={() => void copy()}>
          Copy link
        </Button>
        {sheet && (
          <Button variant="secondary" busy={busy === 'share'} onClick={() => void share()}>
            <Icon name="external" small />
            Share link
          </Button>
        )}
        {opens && (
          <LinkButton variant="quiet" href={url} target="_blank" rel="noreferrer">
            Open
          </LinkButton>
        )}
      </Cluster>
      <LiveRegion>{message && <Notice tone={message.tone}>{message.text}</Notice>}</LiveRegion>
    </Stack>
  )
}
