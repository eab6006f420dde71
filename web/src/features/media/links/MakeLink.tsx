import { useRef, useState } from 'react'
import { ErrorNotice } from '../../../state/ErrorNotice'
import type { CardChoice, PublicLink } from '../../../api/cards'
import { LiveRegion } from '../../../components/feedback/LiveRegion'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/feedback/Notice'
import { Cluster } from '../../../components/layout/Cluster'
import { focusAfter } from '../../../components/focus-after'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { LinkActions } from '../../../sharing/LinkActions'
import { cardName } from '../card/templates'
import type { PlacedPhoto } from '../photo/photo'
import { keyOf, useLinks } from './use-links'

interface MakeLinkProps {
  /** The card that is shown. */
  choice: CardChoice
  behind?: PlacedPhoto | null
  /** All existing links. */
  links: readonly PublicLink[]
}

/** Makes the shown card public; then its address, to copy, share and open. */
export function MakeLink({ choice, behind = null, links }: MakeLinkProps) {
  const { make } = useLinks()
  // An older link may show an older result: only a link made here and now is sure to show this card.
  const [made, setMade] = useState<readonly { key: string; shareId: string }[]>([])
  // A refusal is of one card, and of the links that there were.
  const [refused, setRefused] = useState<{ key: string; links: readonly PublicLink[] } | null>(null)
  const copy = useRef<HTMLButtonElement>(null)
  const wanted = { card: choice, behind }
  const key = keyOf(wanted)
  const same = made.filter((one) => one.key === key).map(({ shareId }) => shareId)
  const link = links.find(({ shareId, takenDown }) => same.includes(shareId) && !takenDown)
  const create = async () => {
    const answer = await make.run(wanted)
    if (!answer.ok) {
      setRefused({ key, links })
      return
    }
    // The pressed button is gone, so the focus moves here.
    focusAfter(
      () => setMade((before) => [...before, { key, shareId: answer.data.shareId }]),
      () => copy.current,
    )
  }
  const live = <LiveRegion>{link && <p>Your link is live. Anybody who has it can open it.</p>}</LiveRegion>
  if (link)
    return (
      <>
        {live}
        <Stack key={link.shareId} gap={4} shrink>
          <LinkActions url={link.url} name={cardName(link.template, link.colour)} copyButton={copy} opens />
        </Stack>
      </>
    )
  return (
    <>
      {live}
      <p className={text.intro}>
        A page with this card that anybody with the link can open. You can remove it at any time.
      </p>
      {behind && (
        <Notice title="This link takes your photograph with it">
          The part that you see leaves this device and is on that page for as long as the link lives, without
          where or when it was taken. Show nobody who has not agreed to it: our team takes such cards down.
        </Notice>
      )}
      {refused?.key === key && refused.links === links && <ErrorNotice error={make.error} />}
      <Cluster gap={3} align="center">
        <Button variant="secondary" busy={make.status === 'loading'} onClick={() => void create()}>
          {behind ? 'Upload and make a link' : 'Make a link'}
        </Button>
      </Cluster>
    </>
  )
}
