import type { ReactNode } from 'react'
import { QrCode } from '../../../components/graphics/QrCode'
import { Card } from '../../../components/layout/Card'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { LinkActions } from '../../../sharing/LinkActions'
import type { Crew } from './api'
import styles from './InviteCard.module.css'

interface InviteCardProps {
  crew: Crew
  /** The button for a challenge card. */
  challenge: ReactNode
}

/** The crew's link: to copy, to share, and as a code to hold out to somebody. */
export function InviteCard({ crew: { link, name, me }, challenge }: InviteCardProps) {
  return (
    <Card as="section" title="Bring them in">
      <p className={text.quiet}>Anyone with this link can join. Nobody finds the crew without it.</p>
      <div className={styles.qr}>
        <QrCode text={link} label={`QR code of the link to ${name}`} />
      </div>
      {/* Messages about another link do not apply to this one. */}
      <LinkActions key={link} url={link} name={name} />
      {me.score !== null && (
        <Stack gap={2} start>
          <p className={text.quiet}>Not tested yet? Dare them.</p>
          {challenge}
        </Stack>
      )}
    </Card>
  )
}
