import { useRef, useState } from 'react'
import { ActionDialog } from '../../../state/ActionDialog'
import { shortDate } from '../../../academy/civil-date'
import { londonDate } from '../../../academy/london'
import type { PublicLink } from '../../../api/cards'
import { Button, LinkButton } from '../../../components/Button'
import { classNames } from '../../../components/class-names'
import { focusAfter } from '../../../components/focus-after'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import styles from './PublicLinks.module.css'
import { formatOf } from '../card/formats'
import { cardName } from '../card/templates'
import anchor from '../../../components/layout/anchor.module.css'
import { useLinks } from './use-links'

interface PublicLinksProps {
  links: readonly PublicLink[]
  /** Nobody can open them at the moment. */
  asleep: boolean
}

/** The public cards, newest first, each with buttons to open and revoke it. */
export function PublicLinks({ links, asleep }: PublicLinksProps) {
  const [revoking, setRevoking] = useState<PublicLink | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const newestFirst = [...links].sort((one, other) => other.createdAt - one.createdAt)
  return (
    <Stack
      as="section"
      gap={3}
      id="public-links"
      className={anchor.anchor}
      aria-labelledby="public-links-title"
    >
      <h3 id="public-links-title" ref={heading} tabIndex={-1}>
        Your public links
      </h3>
      {links.length === 0 && (
        <p className={classNames(text.figures, text.intro)}>You have no public links.</p>
      )}
      {links.some(({ takenDown }) => !takenDown) && asleep && (
        <p className={classNames(text.figures, text.intro)}>
          Nobody can open these while your results are private.
        </p>
      )}
      <Stack as="ul" gap={0} className={styles.rows}>
        {newestFirst.map((link) => (
          <Row key={link.shareId} link={link} saysWhy={!asleep} onTakeBack={() => setRevoking(link)} />
        ))}
      </Stack>
      {revoking && (
        <TakeBack
          link={revoking}
          otherPhoto={links.some(
            ({ shareId, hasPhoto, takenDown }) => shareId !== revoking.shareId && hasPhoto && !takenDown,
          )}
          onClose={() => setRevoking(null)}
          onGone={() => {
            // The pressed button is gone with its row.
            focusAfter(
              () => setRevoking(null),
              () => heading.current,
            )
          }}
        />
      )}
    </Stack>
  )
}

interface RowProps {
  link: PublicLink
  /** Whether it says why nobody can open it: if nobody can open any, the list does. */
  saysWhy: boolean
  onTakeBack: () => void
}

function Row({ link, saysWhy, onTakeBack }: RowProps) {
  const asleep = link.asleep === true
  const name = cardName(link.template, link.colour)
  const day = shortDate(londonDate(link.createdAt))
  const { name: format, ratio } = formatOf(link.format)
  const facts = (
    <Stack gap={1} shrink>
      <p className={text.heavy}>{name}</p>
      <p className={classNames(text.figures, text.intro)}>Made {day}</p>
      <p className={classNames(text.figures, text.intro)}>
        {format} {ratio}
        {link.hasPhoto && ', with your photograph'}
      </p>
      {link.takenDown && (
        <p className={text.measure}>
          <strong className={text.problem}>Taken down by our team.</strong> Nobody can open it, and a
          photograph behind it is deleted. It stays in this list for 30 days.
        </p>
      )}
      {asleep && saysWhy && (
        <p className={text.measure}>
          <strong>Nobody can open it.</strong> You made it before you were 18 and have switched it off since.
          To share this card now, make a new link.
        </p>
      )}
    </Stack>
  )
  if (link.takenDown) return <li className={styles.row}>{facts}</li>
  return (
    <Cluster as="li" gap={[2, 4]} align="center" between className={styles.row}>
      {facts}
      <Cluster gap={2} nowrap className={styles.actions}>
        {!asleep && (
          <LinkButton
            variant="quiet"
            href={link.url}
            target="_blank"
            rel="noreferrer"
            aria-label={`Open: ${name}, ${day}`}
          >
            Open
          </LinkButton>
        )}
        <Button variant="quiet" aria-label={`Remove link: ${name}, ${day}`} onClick={onTakeBack}>
          Remove
        </Button>
      </Cluster>
    </Cluster>
  )
}

interface TakeBackProps {
  link: PublicLink
  /** Whether another link shows a photograph, which may be the same one. */
  otherPhoto: boolean
  onClose: () => void
  onGone: () => void
}

function TakeBack({ link, otherPhoto, onClose, onGone }: TakeBackProps) {
  const { takeBack } = useLinks()
  const confirm = async () => {
    const answer = await takeBack.run(link.shareId)
    if (answer.ok) onGone()
  }
  return (
    <ActionDialog
      onClose={onClose}
      role="alertdialog"
      title="Remove this link?"
      yes="Remove it"
      no="Leave it public"
      variant="danger"
      operation={takeBack}
      onYes={() => void confirm()}
    >
      <p>
        {cardName(link.template, link.colour)}, made {shortDate(londonDate(link.createdAt))}: its page and its
        picture are gone for everybody, and this address does not come back.{' '}
        {link.hasPhoto &&
          (otherPhoto
            ? 'Your photograph is deleted unless another of your links shows it. '
            : 'Your photograph is deleted. ')}
        A picture that somebody has saved stays with them.
      </p>
    </ActionDialog>
  )
}
