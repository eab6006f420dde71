import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { TestArt } from '../../../components/art/TestArt'
import { isTestType } from '../../../components/art/test-types'
import { RunnerArt } from '../../../components/art/RunnerArt'
import { Icon } from '../../../components/graphics/Icon'
import { Picture } from '../../../components/graphics/Picture'
import {
  groupsOf,
  imageOf,
  itemsOf,
  linkOf,
  richOf,
  textOf,
  type ContentItem,
  type Elements,
} from '../content-item'
import { ContentLinkText } from '../text/ContentLink'
import { Kicker } from '../text/Kicker'
import { RichText } from '../text/RichText'
import styles from './Carousel.module.css'
import { SectionHead } from './shared/SectionHead'
import text from '../../../components/text.module.css'
import { classNames } from '../../../components/class-names'
import { testPath } from './SixTests'

/** A test from the hub as a panel: name, line, drawing and a link to its explanation. */
function testPanel({ elements }: ContentItem): Elements {
  const name = textOf(elements, 'testType')
  return {
    kicker: elements.protocol,
    headline: elements.testType,
    text: elements.summary,
    illustration: elements.testType,
    link: {
      elementType: 'link',
      linkURL: testPath(name),
      linkText: `How ${name} works`,
    },
  }
}

const still = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Panels to swipe, step or tab through. Until its script runs, a row that scrolls and snaps. */
export function Carousel({ item: { elements } }: { item: ContentItem }) {
  const title = useId()
  const panels = [...groupsOf(elements, 'slides'), ...itemsOf(elements, 'tests').map(testPanel)]
  const [viewport, embla] = useEmblaCarousel({ align: 'start', containScroll: 'trimSnaps' })
  const [place, setPlace] = useState({ at: 0, back: false, on: panels.length > 1 })
  useEffect(() => {
    if (!embla) return
    const tell = () =>
      setPlace({ at: embla.selectedScrollSnap(), back: embla.canScrollPrev(), on: embla.canScrollNext() })
    tell()
    embla.on('select', tell).on('reInit', tell)
    return () => {
      embla.off('select', tell).off('reInit', tell)
    }
  }, [embla])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') embla?.scrollNext(still())
    else if (event.key === 'ArrowLeft') embla?.scrollPrev(still())
    else return
    event.preventDefault()
  }
  if (panels.length === 0) return null
  return (
    <section
      className={styles.section}
      aria-roledescription="carousel"
      aria-labelledby={title}
      onKeyDown={onKeyDown}
    >
      <div className={styles.top}>
        <div id={title}>
          <SectionHead elements={elements} size="display" />
        </div>
        <RichText content={richOf(elements, 'text')} className={classNames(text.intro, text.lead)} />
        <div className={styles.steer}>
          <p className={styles.place} role="status">
            <span className={styles.at}>{place.at + 1}</span> of {panels.length}
          </p>
          <button
            type="button"
            className={styles.button}
            disabled={!place.back}
            onClick={() => embla?.scrollPrev(still())}
          >
            <Icon name="arrowLeft" label="Previous" />
          </button>
          <button
            type="button"
            className={styles.button}
            disabled={!place.on}
            onClick={() => embla?.scrollNext(still())}
          >
            <Icon name="arrowRight" label="Next" />
          </button>
        </div>
      </div>
      <div
        className={styles.viewport}
        ref={viewport}
        data-ready={embla !== undefined || undefined}
        tabIndex={0}
        role="group"
        aria-labelledby={title}
      >
        <ol className={styles.slides}>
          {panels.map((panel, index) => (
            <li key={index} className={styles.slide}>
              <Panel panel={panel} number={index + 1} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function Panel({ panel, number }: { panel: Elements; number: number }) {
  const image = imageOf(panel, 'image')
  const drawing = textOf(panel, 'illustration')
  const kicker = textOf(panel, 'kicker')
  const link = linkOf(panel, 'link')
  return (
    <article className={styles.panel}>
      <div className={styles.picture}>
        {image ? (
          <Picture image={image} sizes="(width >= 1024px) 28rem, 82vw" className={styles.image} />
        ) : isTestType(drawing) ? (
          <TestArt test={drawing} />
        ) : drawing ? (
          <RunnerArt className={styles.runner} />
        ) : (
          <span className={styles.number} aria-hidden="true">
            {number}
          </span>
        )}
      </div>
      <div className={styles.text}>
        {kicker && <Kicker>{kicker}</Kicker>}
        <h3>{textOf(panel, 'headline')}</h3>
        <RichText content={richOf(panel, 'text')} className={text.quiet} />
        {link && <ContentLinkText link={link} className={styles.link} />}
      </div>
    </article>
  )
}
