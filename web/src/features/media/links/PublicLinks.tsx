import { useRef, useState } from 'react'
import { shortDate } from '../../../academy/civil-date'
import { londonDate } from '../../../academy/london'
import { errorSentence } from '../../../api/errors'
import type { PublicLink } from '../../../api/cards'
import { Button, LinkButton } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { focusAfter } from '../../../components/focus-after'
import { Notice } from '../../../components/Notice'
import { Stack } from '../../../components/Stack'
import text from '../../../components/text.module.css'
import styles from './PublicLinks.module.css'
import { cardName } from '../card/templates'
import { useLinks } from './use-links'

interface PublicLinksProps {
  links: readonly PublicLink[]
  /** Nobody can open them at the moment. */
  asleep: boolean
}

/** The cards that are public, newest first, each to open and to take back. */
export function PublicLinks({ links, asleep }: PublicLinksProps) {
  const [asked, setAsked] = useState<PublicLink | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const newestFirst = [...links].sort((one, other) => other.createdAt - one.createdAt)
  return (
    <section id="public-links" className={styles.links} aria-labelledby="public-links-title">
      <h3 id="public-links-title" ref={heading} tabIndex={-1}>
        Your public links
      </h3>
      {links.length === 0 && <p className={styles.aside}>You have no public links.</p>}
      {links.length > 0 && asleep && (
        <p className={styles.aside}>Nobody can open these while your results are private.</p>
      )}
      <ul className={styles.rows}>
        {newestFirst.map((link) => (
          <Row key={link.shareId} link={link} onTakeBack={() => setAsked(link)} />
        ))}
      </ul>
      {asked && (
        <TakeBack
          link={asked}
          onClose={() => setAsked(null)}
          onGone={() => {
            // The button that asked went with its row.
            focusAfter(
              () => setAsked(null),
              () => heading.current,
            )
          }}
        />
      )}
    </section>
  )
}

function Row({ link, onTakeBack }: { link: PublicLink; onTakeBack: () => void }) {
  const name = cardName(link.template, link.colour)
  const day = shortDate(londonDate(link.createdAt))
  return (
    <li className={styles.row}>
      <Stack gap={1} shrink>
        <p className={text.heavy}>{name}</p>
        <p className={styles.aside}>Made {day}</p>
      </Stack>
      <div className={styles.actions}>
        <LinkButton
          variant="quiet"
          href={link.url}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open: ${name}, ${day}`}
        >
          Open
        </LinkButton>
        <Button variant="quiet" aria-label={`Remove link: ${name}, ${day}`} onClick={onTakeBack}>
          Remove
        </Button>
      </div>
    </li>
  )
}

interface TakeBackProps {
  link: PublicLink
  onClose: () => void
  onGone: () => void
}

function TakeBack({ link, onClose, onGone }: TakeBackProps) {
  const { takeBack } = useLinks()
  const confirm = async () => {
    const answer = await takeBack.run(link.shareId)
    if (answer.ok) onGone()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      title="Remove this link?"
      actions={
        <>
          <Button variant="danger" busy={takeBack.status === 'loading'} onClick={() => void confirm()}>
            Remove it
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Leave it public
          </Button>
        </>
      }
    >
      <p>
        {cardName(link.template, link.colour)}, made {shortDate(londonDate(link.createdAt))}: its page and its
        picture are gone for everybody, and this address does not come back. A picture that somebody has saved
        stays with them.
      </p>
      {takeBack.error !== null && (
        <Notice tone="problem" role="alert">
          {errorSentence(takeBack.error)}
        </Notice>
      )}
    </Dialog>
  )
}
