import { useQuery } from '@tanstack/react-query'
import type { Protocol } from '@sixfold/domain'
import type { ReactNode } from 'react'
import { configQuery } from '../../../api/queries'
import { classNames } from '../../../components/class-names'
import { TestArt } from '../../../components/art/TestArt'
import { isTestType } from '../../../components/art/test-types'
import { Picture } from '../../../components/graphics/Picture'
import { imageOf, itemsOf, richOf, textOf, type ContentItem, type Elements, type Rich } from '../content-item'
import { testFacts } from '../test-facts'
import { Kicker } from '../text/Kicker'
import { RichText } from '../text/RichText'
import { SectionHead } from './shared/SectionHead'
import { ScoreScale } from './ScoreScale'
import { testAnchor } from './SixTests'
import text from '../../../components/text.module.css'
import styles from './TestGuide.module.css'

/** The six tests one by one: drawing, how it works, what counts, the scale and tips. */
export function TestGuide({ item }: { item: ContentItem }) {
  const tests = itemsOf(item.elements, 'tests')
  const headed = textOf(item.elements, 'headline') !== ''
  const opening = richOf(item.elements, 'text')
  const protocols = useQuery(configQuery()).data?.protocols?.tests
  const protocolOf = ({ elements }: ContentItem) =>
    protocols?.find(({ TestType }) => TestType === textOf(elements, 'testType'))
  return (
    <>
      {(headed || opening.text !== '') && (
        <div className={styles.top}>
          {headed && <SectionHead elements={item.elements} />}
          <RichText content={opening} className={classNames(text.intro, text.lead)} />
        </div>
      )}
      <nav className={styles.nav} aria-label="The six tests">
        <ol className={styles.chips}>
          {tests.map((test, index) => {
            const name = textOf(test.elements, 'testType')
            return (
              <li key={test.id}>
                <a href={`#${testAnchor(name)}`} className={styles.chip}>
                  <span className={styles.chipNumber} aria-hidden="true">
                    {index + 1}
                  </span>
                  {name}
                </a>
              </li>
            )
          })}
        </ol>
      </nav>
      {tests.map((test, index) => (
        <TestSection key={test.id} elements={test.elements} protocol={protocolOf(test)} number={index + 1} />
      ))}
    </>
  )
}

interface TestSectionProps {
  elements: Elements
  protocol: Protocol | undefined
  number: number
}

function TestSection({ elements, protocol, number }: TestSectionProps) {
  const name = textOf(elements, 'testType')
  const anchor = testAnchor(name)
  const image = imageOf(elements, 'image')
  const { unit, unitName, attempts, marks, decimals, lowerIsBetter } = testFacts(elements, protocol)
  return (
    <section className={styles.section} id={anchor} aria-labelledby={`${anchor}-title`} tabIndex={-1}>
      <div className={styles.inner}>
        <div className={styles.poster}>
          <span className={styles.count} aria-hidden="true">
            {number}
          </span>
          <div className={styles.art}>
            {image ? (
              <Picture image={image} sizes="(width >= 1024px) 45vw, 88vw" className={styles.photo} />
            ) : (
              isTestType(name) && <TestArt test={name} />
            )}
          </div>
        </div>
        <div className={styles.body}>
          <header className={styles.head}>
            <Kicker>{name}</Kicker>
            <h2 id={`${anchor}-title`}>{textOf(elements, 'headline')}</h2>
            <RichText content={richOf(elements, 'summary')} className={classNames(text.intro, text.lead)} />
          </header>
          <dl className={styles.facts}>
            <Fact label="Test" value={textOf(elements, 'protocol')} />
            <Fact label="Measured in" value={unitName} />
            <Fact label="Attempts" value={attempts === null ? '' : String(attempts)} />
          </dl>
          <Part title="How it works" content={richOf(elements, 'how')} className={styles.how} />
          <Part title="What counts" content={richOf(elements, 'counts')} />
          <Part title="What good looks like" content={richOf(elements, 'good')}>
            {marks && (
              <ScoreScale
                name={name}
                unit={unit}
                {...marks}
                decimals={decimals}
                lowerIsBetter={lowerIsBetter}
              />
            )}
          </Part>
          <Part title="Coach’s tips" content={richOf(elements, 'tips')} className={styles.tips} />
        </div>
      </div>
    </section>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  if (!value) return null
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

interface PartProps {
  title: string
  content: Rich
  className?: string | undefined
  children?: ReactNode
}

function Part({ title, content, className, children }: PartProps) {
  if (!content.text && !content.html) return null
  return (
    <div className={classNames(styles.part, className)}>
      <h3>{title}</h3>
      <RichText content={content} className={styles.text} />
      {children}
    </div>
  )
}
