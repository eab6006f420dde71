import type { ReactNode } from 'react'
import { Card } from '../../../components/layout/Card'
import textStyles from '../../../components/text.module.css'
import { linkOf, richOf, textOf, type Elements } from '../content-item'
import { ContentLinkText } from '../text/ContentLink'
import { RichText } from '../text/RichText'
import styles from './TestScoreCard.module.css'

interface TestScoreCardProps {
  elements: Elements
  /** Nothing has been tested yet: shows the authored text for that. */
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
      <RichText content={richOf(elements, empty ? 'emptyText' : 'text')} className={textStyles.quiet} />
      {children}
      {link && <ContentLinkText link={link} />}
    </Card>
  )
}
