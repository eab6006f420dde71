import type { ReactNode } from 'react'
import { Card } from '../../../components/Card'
import { linkOf, richOf, textOf, type Elements } from '../content-item'
import { ContentLinkText } from '../ContentLink'
import { RichText } from '../RichText'
import styles from './TestScoreCard.module.css'

interface TestScoreCardProps {
  elements: Elements
  /** Nothing has been tested yet: the authored words for that. */
  empty: boolean
  children: ReactNode
}

/** Test by test, under its authored headline. */
export function TestScoreCard({ elements, empty, children }: TestScoreCardProps) {
  const link = linkOf(elements, 'link')
  return (
    <Card
      as="section"
      title={textOf(elements, empty ? 'emptyHeadline' : 'headline') || textOf(elements, 'headline')}
      className={styles.card}
    >
      <RichText content={richOf(elements, empty ? 'emptyText' : 'text')} className={styles.text} />
      {children}
      {link && <ContentLinkText link={link} />}
    </Card>
  )
}
