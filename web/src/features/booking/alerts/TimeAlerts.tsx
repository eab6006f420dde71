import { useId, useRef } from 'react'
import { longDay } from '../../../academy/civil-date'
import { LinkButton } from '../../../components/Button'
import { Loading, Skeleton } from '../../../components/feedback/States'
import { lazyPart } from '../../../components/lazy-part'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { useNear } from '../../../components/use-near'
import { paths } from '../../../paths'
import type { AlertsProps } from './Alerts'
import styles from './TimeAlerts.module.css'

const Alerts = lazyPart(async () => (await import('./Alerts')).Alerts)

/** Below the calendar: being told when a time opens (RULES 5.4). Its code is loaded when it comes near. */
export function TimeAlerts({ signedIn, ...props }: AlertsProps & { signedIn: boolean }) {
  const titleId = useId()
  const box = useRef<HTMLElement>(null)
  const near = useNear(box)
  const open = props.book.viewOf(props.date).look === 'open'
  return (
    <section ref={box} aria-labelledby={titleId} className={styles.section}>
      <Stack gap={4} start>
        <h2 id={titleId} className={text.h3}>
          {open ? 'None of these suits you?' : `Nothing on ${longDay(props.date)}?`}
        </h2>
        <p className={text.intro}>
          Set an alert and we’ll let you know once, as soon as a time that suits you opens. It is not a
          waiting list and holds no place: whoever books first gets it.
        </p>
        {!signedIn ? (
          <LinkButton
            variant="secondary"
            href={paths.login({ callbackUrl: paths.bookTest({ date: props.date }) })}
          >
            Sign in to set an alert
          </LinkButton>
        ) : (
          near && (
            <Alerts
              {...props}
              pending={
                <Loading label="Loading your alerts">
                  <Skeleton height="3rem" />
                </Loading>
              }
            />
          )
        )}
      </Stack>
    </section>
  )
}
