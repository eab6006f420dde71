import { useRef, useState, type Ref } from 'react'
import { ErrorNotice } from '../../../state/ErrorNotice'
import type { CardChoice, PublicLink } from '../../../api/cards'
import { Button, LinkButton } from '../../../components/Button'
import { Cluster } from '../../../components/layout/Cluster'
import { Icon } from '../../../components/graphics/Icon'
import { focusAfter } from '../../../components/focus-after'
import { Notice } from '../../../components/feedback/Notice'
import { Stack } from '../../../components/layout/Stack'
import { useSiteTitle } from '../../../components/site-title'
import text from '../../../components/text.module.css'
import styles from './MakeLink.module.css'
import { canShareLinks, copyLink, shareLink } from './share'
import { cardName } from '../card/templates'
import { useAction } from '../use-action'
import { useLinks } from './use-links'

interface MakeLinkProps {
  /** The card that is shown. */
  choice: CardChoice
  /** All existing links. */
  links: readonly PublicLink[]
}

/** Makes the shown card public; then its address, to copy, share and open. */
export function MakeLink({ choice, links }: MakeLinkProps) {
  const { make } = useLinks()
  // An older link may show an older result: only a link made here and now is sure to show this card.
  const [made, setMade] = useState<readonly string[]>([])
  const copy = useRef<HTMLButtonElement>(null)
  const link = links.find(
    ({ shareId, template, colour }) =>
      made.includes(shareId) && template === choice.template && colour === choice.colour,
  )
  const create = async () => {
    const answer = await make.run(choice)
    if (!answer.ok) return
    // The pressed button is gone, so the focus moves here.
    focusAfter(
      () => setMade((before) => [...before, answer.data.shareId]),
      () => copy.current,
    )
  }
  if (link) return <Made key={link.shareId} link={link} copyButton={copy} />
  return (
    <>
      <p className={text.intro}>
        A page with this card that anybody with the link can open. You can remove it at any time.
      </p>
      <ErrorNotice error={make.error} />
      <Cluster gap={3} align="center">
        <Button variant="secondary" busy={make.status === 'loading'} onClick={() => void create()}>
          Make a link
        </Button>
      </Cluster>
    </>
  )
}

/** Shortened: `sixfold.example/en-gb/share/…` */
const shown = (url: string) => url.replace(/^https?:\/\//, '')

function Made({ link, copyButton }: { link: PublicLink; copyButton: Ref<HTMLButtonElement> }) {
  const site = useSiteTitle()
  const { busy, message, act } = useAction<'copy' | 'share'>()
  const [sheet] = useState(canShareLinks)
  const name = cardName(link.template, link.colour)
  const copy = () =>
    act('copy', 'Your browser does not let us copy it. Select the address and copy it by hand.', async () => {
      await copyLink(link.url)
      return 'Copied. Paste it wherever you like.'
    })
  const share = () =>
    act('share', 'That could not be shared. Copy the address instead.', async () =>
      (await shareLink(link.url, `${name} | ${site}`)) ? 'Shared. Nice work.' : null,
    )
  return (
    <Stack gap={4} shrink>
      <p role="status">Your link is live. Anybody who has it can open it.</p>
      <p className={styles.address} data-testid="public-link">
        {shown(link.url)}
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
        <LinkButton variant="quiet" href={link.url} target="_blank" rel="noreferrer">
          Open
        </LinkButton>
      </Cluster>
      <div aria-live="polite" className={styles.word}>
        {message && <Notice tone={message.tone}>{message.text}</Notice>}
      </div>
    </Stack>
  )
}
