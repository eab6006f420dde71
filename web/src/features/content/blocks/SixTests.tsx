import { TestArt } from '../../../components/art/TestArt'
import { isTestType } from '../../../components/art/test-types'
import { Picture } from '../../../components/graphics/Picture'
import { imageOf, itemsOf, linkOf, richOf, textOf, type ContentItem } from '../content-item'
import { ContentLinkText } from '../text/ContentLink'
import { RichText } from '../text/RichText'
import { SectionHead } from './shared/SectionHead'
import textStyles from '../../../components/text.module.css'
import { classNames } from '../../../components/class-names'
import styles from './SixTests.module.css'

/** The anchor of a test on the About page. */
export const testAnchor = (name: string) => name.toLowerCase()

/** Where a test is explained. */
export const testPath = (name: string) => `/my-account-about-the-tests#${testAnchor(name)}`

/** Six cards, one for each test; each links to its explanation. */
export function SixTests({ item }: { item: ContentItem }) {
  const link = linkOf(item.elements, 'link')
  return (
    <section className={styles.section}>
      <div className={styles.top}>
        <SectionHead elements={item.elements} size="display" />
        <RichText content={richOf(item.elements, 'text')} className={styles.text} />
      </div>
      <ol className={styles.grid}>
        {itemsOf(item.elements, 'tests').map((test, index) => (
          <TestCard key={test.id} test={test} number={index + 1} />
        ))}
      </ol>
      {link && <ContentLinkText link={link} className={styles.more} />}
    </section>
  )
}

function TestCard({ test, number }: { test: ContentItem; number: number }) {
  const name = textOf(test.elements, 'testType')
  const image = imageOf(test.elements, 'image')
  return (
    <li className={styles.card}>
      <ContentLinkText link={{ url: testPath(name), text: name }} className={styles.cardLink}>
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
        <span className={styles.drawing}>
          {image ? (
            <Picture
              image={image}
              sizes="(width >= 1024px) 34rem, (width >= 768px) 45vw, 80vw"
              className={styles.art}
            />
          ) : (
            isTestType(name) && <TestArt test={name} className={styles.art} />
          )}
        </span>
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          <span className={styles.line}>{textOf(test.elements, 'headline')}</span>
          <span className={classNames(textStyles.note, textStyles.snug)}>
            {textOf(test.elements, 'protocol')}
          </span>
        </span>
      </ContentLinkText>
    </li>
  )
}
