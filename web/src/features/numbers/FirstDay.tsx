import { useQueryClient } from '@tanstack/react-query'
import { ErrorNotice } from '../../state/ErrorNotice'
import { type ReactNode } from 'react'
import { Button, LinkButton } from '../../components/Button'
import { Cluster } from '../../components/layout/Cluster'
import { Icon } from '../../components/graphics/Icon'
import { Stack } from '../../components/layout/Stack'
import textStyles from '../../components/text.module.css'
import { paths } from '../../paths'
import { useOperation } from '../../state/use-operation'
import styles from './FirstDay.module.css'
import box from '../../components/layout/box.module.css'
import { classNames } from '../../components/class-names'
import { confirmSetup, dayNumbersQuery, type SetupCheck, type SetupItem } from './api'

interface Words {
  /** What is missing. */
  title: string
  /** Why it matters, and where to set it if not on a page of ours. */
  text: ReactNode
  ways?: readonly { label: string; href: string }[]
  /** What can be confirmed. */
  confirm?: string
}

const programme = (view: string) => paths.deliveryAdmin({ section: 'programme', view })
const content = (item: string) => paths.deliveryAdmin({ section: 'content', item })

const WORDS: Readonly<Record<SetupItem, Words>> = {
  SEASON: {
    title: 'Add a season that covers today',
    text: 'Without one, no leaderboard shows a final.',
    ways: [{ label: 'Add a season', href: programme('seasons') }],
  },
  WEEKLY_TIMES: {
    title: 'Set your weekly times',
    text: 'Athletes can book Tuesday to Sunday, 10:00 to 18:00, until you change it.',
    ways: [{ label: 'Weekly times', href: paths.deliveryAdmin({ section: 'schedule', show: 'lists' }) }],
    confirm: 'These times suit us',
  },
  EVENT: {
    title: 'Say where your academy is',
    text: 'Tickets and e-mails still show a sample place, address, phone number, e-mail or map.',
    ways: [{ label: 'Academy details', href: programme('academy') }],
    confirm: 'The details are right',
  },
  GETTING_THERE: {
    title: 'Say how to get to your academy',
    text: 'About the Test and My Tests still show the sample directions, from Battersea Power Station.',
    ways: [{ label: 'Edit the directions', href: content('getting-there') }],
    confirm: 'The directions are right',
  },
  TERMS: {
    title: 'Publish your terms',
    text: 'The terms and privacy texts are samples. Read them, change them and publish them.',
    ways: [
      { label: 'Edit the terms', href: content('terms-text') },
      { label: 'Edit the privacy text', href: content('privacy-text') },
    ],
    confirm: 'We use them as they are',
  },
  MAIL_RELAY: {
    title: 'Connect a mail relay',
    text: (
      <>
        No e-mail goes out: it is only written to files. The person who runs the server sets{' '}
        <code>--smtp-url</code>.
      </>
    ),
  },
  PUBLIC_URL: {
    title: 'Use your own https address',
    text: (
      <>
        Tablets need https for the camera and to work offline. The person who runs the server sets{' '}
        <code>--public-url</code>.
      </>
    ),
  },
  SECOND_FACTOR: {
    title: 'Require a second factor of staff',
    text: (
      <>
        A password alone opens health details. The person who runs the server sets{' '}
        <code>--require-second-factor on</code>.
      </>
    ),
    ways: [{ label: 'Set up yours', href: paths.myProfile() }],
  },
  BACKUP: {
    title: 'Make a backup',
    text: (
      <>
        There is none of the last seven days. The person who runs the server can make one with{' '}
        <code>sixfold backup FILE</code>, best every night.
      </>
    ),
    confirm: 'We back up another way',
  },
}

/** What an academy still needs; gone once everything is there. */
export function FirstDay({ setup }: { setup: readonly SetupCheck[] }) {
  // A newer server may check more than this page has words for.
  const known = setup.filter(({ check }) => Object.hasOwn(WORDS, check))
  const open = known.filter(({ done }) => !done)
  if (open.length === 0) return null
  const done = known.length - open.length
  return (
    <Stack
      as="section"
      gap={2}
      className={classNames(styles.list, box.control)}
      aria-labelledby="first-day-title"
    >
      <Cluster as="header" gap={[1, 4]} align="baseline" between>
        <h3 id="first-day-title" className={textStyles.h4}>
          Before your first day
        </h3>
        <p className={textStyles.note}>
          {done} of {known.length} done
        </p>
      </Cluster>
      <Stack as="ul" gap={0}>
        {open.map((check) => (
          <Check key={check.check} check={check} />
        ))}
      </Stack>
    </Stack>
  )
}

function Check({ check: { check, confirmable } }: { check: SetupCheck }) {
  const client = useQueryClient()
  const confirm = useOperation(confirmSetup, {
    onSuccess: () => void client.invalidateQueries(dayNumbersQuery()),
  })
  const { title, text, ways = [], confirm: said } = WORDS[check]
  return (
    <Stack as="li" gap={[2, 3]} className={styles.check}>
      <Icon name="alert" className={textStyles.quiet} />
      <Stack gap={1} shrink className={styles.words}>
        <strong>{title}</strong>
        <span className={textStyles.note}>{text}</span>
        <ErrorNotice error={confirm.error} />
      </Stack>
      <Cluster gap={2} className={styles.acts}>
        {ways.map(({ label, href }) => (
          <LinkButton key={href} variant="secondary" href={href}>
            {label}
          </LinkButton>
        ))}
        {confirmable && said && (
          <Button variant="quiet" busy={confirm.status === 'loading'} onClick={() => void confirm.run(check)}>
            {said}
          </Button>
        )}
      </Cluster>
    </Stack>
  )
}
