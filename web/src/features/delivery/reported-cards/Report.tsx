import { useState } from 'react'
import { londonDateTime } from '../../../academy/london'
import { fullName } from '../../../academy/names'
import { counted } from '../../../academy/numbers'
import { Button, LinkButton } from '../../../components/Button'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import touch from '../../../components/touch.module.css'
import { paths } from '../../../paths'
import type { Decision, ReportedCard } from './api'
import styles from './ReportedCards.module.css'

const REASON: Record<ReportedCard['reason'], string> = {
  person: 'It shows somebody, or their child, without consent',
  offensive: 'It is offensive',
  other: 'Something else',
}

interface ReportProps {
  report: ReportedCard
  onDecide: (decision: Decision) => void
}

/** A reported card: the card itself, its owner, and the reports about it. */
export function Report({ report, onDecide }: ReportProps) {
  const { shareId, url, reason, note, reports, reportedAt, athlete, hasPhoto } = report
  const name = fullName(athlete)
  const title = `report-${shareId}`
  return (
    <article className={styles.report} aria-labelledby={title}>
      <Frame url={url} name={name} />
      <Stack gap={4} top shrink>
        <Cluster as="header" gap={[0, 4]} align="baseline" between>
          <h3 id={title} className={text.anywhere}>
            <a href={paths.deliveryAdmin({ section: 'users', uaid: athlete.uaid })} className={touch.line}>
              {name}
            </a>
          </h3>
          <span className={text.noteFigures}>
            No. {athlete.uaid} · reported {londonDateTime(reportedAt)}
          </span>
        </Cluster>
        <Stack as="dl" gap={3} className={styles.facts}>
          <div>
            <dt>Reason</dt>
            <dd>{REASON[reason]}</dd>
          </div>
          {note && (
            <div>
              <dt>Note</dt>
              <dd className={styles.note}>{note}</dd>
            </div>
          )}
          <div>
            <dt>Reports</dt>
            <dd>{counted(reports, 'report')}</dd>
          </div>
          <div>
            <dt>Photograph</dt>
            <dd>{hasPhoto ? 'One of the athlete’s own' : 'None'}</dd>
          </div>
        </Stack>
        <Cluster gap={[2, 3]}>
          <Button
            variant="danger"
            aria-label={`Take down the card of ${name}`}
            onClick={() => onDecide('takeDown')}
          >
            Take down
          </Button>
          <Button
            variant="secondary"
            aria-label={`Keep the card of ${name}`}
            onClick={() => onDecide('keep')}
          >
            Keep
          </Button>
          <LinkButton variant="quiet" href={url} target="_blank" rel="noreferrer">
            Open its page
          </LinkButton>
        </Cluster>
      </Stack>
    </article>
  )
}

/** The card in a frame of one size; an athlete can have taken it back meanwhile. */
function Frame({ url, name }: { url: string; name: string }) {
  const [gone, setGone] = useState(false)
  return (
    <div className={styles.frame}>
      {gone ? (
        <p className={text.note}>The card cannot be opened at the moment.</p>
      ) : (
        <img
          src={`${new URL(url).pathname}.svg`}
          alt={`The reported card of ${name}`}
          loading="lazy"
          onError={() => setGone(true)}
        />
      )}
    </div>
  )
}
