import { RunnerArt } from '../../../components/art/RunnerArt'
import { LinkButton } from '../../../components/Button'
import { Card, Facts } from '../../../components/layout/Card'
import { classNames } from '../../../components/class-names'
import textStyles from '../../../components/text.module.css'
import { localised } from '../../../paths'
import { Clock } from '../Clock'
import { linkOf, richOf, textOf, type Elements } from '../content-item'
import { RichText } from '../text/RichText'
import { timeLeft } from '../season-phase'
import { useLoadedRules } from '../../../state/use-loaded-rules'
import { useNow } from '../../../state/use-now'
import styles from './NextTestCard.module.css'

/** The part of the open booking that this card uses. */
export interface NextTest {
  status: 'booked' | 'assistance'
  date: string | null
  time: string | null
  /** Date and time in words. */
  when: string
  place: string | null
  code: string | null
}

interface NextTestCardProps {
  elements: Elements
  next: NextTest | null
  /** Has been tested before: the texts for returning athletes. */
  tested: boolean
  /** When a retest is possible, in words; null while unknown. */
  retest?: string | null
  /** Whether nothing has to be settled before booking. */
  mayBook?: boolean
}

/** The next test with its countdown, the wait for an assistance booking, or a button to book one. */
export function NextTestCard({ elements, next, tested, retest, mayBook = true }: NextTestCardProps) {
  if (next?.status === 'booked') return <Booked elements={elements} next={next} />
  if (next) {
    return (
      <Card as="section" title={textOf(elements, 'assistanceHeadline')} className={styles.card}>
        <RichText
          content={richOf(elements, 'assistanceText')}
          className={classNames(textStyles.quiet, textStyles.lead)}
        />
        {next.date && <p className={classNames(styles.when, textStyles.poster)}>{next.when}</p>}
        <LinkButton href={localised('/my-account-my-booking')}>See my request</LinkButton>
      </Card>
    )
  }
  const link = linkOf(elements, 'emptyLink')
  return (
    <Card as="section" title={textOf(elements, 'emptyHeadline')} className={styles.card}>
      <RichText
        content={richOf(elements, tested ? 'retestText' : 'emptyText')}
        className={classNames(textStyles.quiet, textStyles.lead)}
      />
      {tested && retest && <p className={styles.retest}>{retest}</p>}
      <RunnerArt className={styles.art} />
      {link && mayBook && (
        <LinkButton href={localised(link.url)} size="large">
          {link.text}
        </LinkButton>
      )}
    </Card>
  )
}

function Booked({ elements, next }: { elements: Elements; next: NextTest }) {
  const { rules, failed } = useLoadedRules()
  const now = useNow(1_000)
  const target = next.date && next.time ? rules?.londonToMillis(next.date, next.time) : undefined
  const facts = [
    ...(next.place ? [{ term: 'Where', value: next.place }] : []),
    ...(next.code
      ? [
          {
            term: 'Code',
            value: (
              <span className={classNames(textStyles.title, textStyles.figures, textStyles.spaced)}>
                {next.code}
              </span>
            ),
          },
        ]
      : []),
  ]
  return (
    <Card
      as="section"
      tone="accent"
      title={textOf(elements, 'nextHeadline')}
      className={classNames(styles.card, styles.booked)}
    >
      <p className={classNames(styles.when, textStyles.poster)}>{next.when}</p>
      {!failed && <Clock left={target === undefined ? null : timeLeft(target, now)} />}
      <Facts facts={facts} />
      <LinkButton href={localised('/my-account-my-booking')} variant="secondary" size="large">
        Show my ticket
      </LinkButton>
    </Card>
  )
}
