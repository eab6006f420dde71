import { shortDate } from '../../academy/civil-date'
import type { OwnResults } from '../../api/types'
import { LinkButton } from '../../components/Button'
import { Cluster } from '../../components/layout/Cluster'
import { Stack } from '../../components/layout/Stack'
import textStyles from '../../components/text.module.css'
import { classNames } from '../../components/class-names'
import styles from './RetestCall.module.css'

/** When a retest is possible, in one sentence; null before the first test. */
export function retestText({ opens, openNow }: OwnResults['retest']): string | null {
  if (openNow) return 'Your retest is open. Pick a day and beat your own mark.'
  return opens === null ? null : `You can book your retest from ${shortDate(opens)}.`
}

/**
 * A button for booking a retest once it is possible, before that the day on which it will be. Nothing before the first
 * test.
 */
export function RetestCall({ retest, href }: { retest: OwnResults['retest']; href: string }) {
  const text = retestText(retest)
  if (text === null) return null
  return (
    <Cluster as="section" gap={[4, 6]} align="center" between className={styles.call} aria-label="Retest">
      <Stack as="p" gap={1} className={styles.words}>
        <strong className={classNames(textStyles.h3, textStyles.wide, textStyles.black)}>
          {retest.openNow ? 'Go again' : 'Next shot'}
        </strong>
        <span>{text}</span>
      </Stack>
      {retest.openNow && (
        <LinkButton href={href} size="large">
          Book a retest
        </LinkButton>
      )}
    </Cluster>
  )
}
