import { shortDate } from '../../academy/civil-date'
import type { OwnResults } from '../../api/types'
import { LinkButton } from '../../components/Button'
import styles from './RetestCall.module.css'

/** When a retest is possible, in one sentence; null before the first test. */
export function retestText({ opens, openNow }: OwnResults['retest']): string | null {
  if (openNow) return 'Your retest is open. Pick a day and beat your own mark.'
  return opens === null ? null : `You can book your retest from ${shortDate(opens)}.`
}

/** The way back to the academy once it is open, before that the day it opens. Nothing before the first test. */
export function RetestCall({ retest, href }: { retest: OwnResults['retest']; href: string }) {
  const text = retestText(retest)
  if (text === null) return null
  return (
    <section className={styles.call} aria-label="Retest">
      <p className={styles.words}>
        <strong className={styles.title}>{retest.openNow ? 'Go again' : 'Next shot'}</strong>
        <span>{text}</span>
      </p>
      {retest.openNow && (
        <LinkButton href={href} size="large">
          Book a retest
        </LinkButton>
      )}
    </section>
  )
}
