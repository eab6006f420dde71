import { VISIT_NAME } from '../../../academy/names'
import { points } from '../../../academy/numbers'
import { Icon } from '../../../components/graphics/Icon'
import { classNames } from '../../../components/class-names'
import { Cluster } from '../../../components/layout/Cluster'
import text from '../../../components/text.module.css'
import styles from './Head.module.css'
import type { AthleteView, Person } from '../model'

interface HeadProps {
  athlete: AthleteView
  person: Person
  panel: string
  onSheet: () => void
  onFinal: () => void
}

/** The athlete on screen: name, booking, and the score so far. */
export function Head({ athlete, person, panel, onSheet, onFinal }: HeadProps) {
  const { tests, preview, final, stage } = athlete
  const done = tests.filter(({ status }) => status !== 'open').length
  const score = final ? final.score : preview
  return (
    <Cluster as="header" gap={[2, 4]} align="center" between className={styles.head} data-panel={panel}>
      <div className={styles.who}>
        <h2 className={classNames(text.h3, text.anywhere)}>{athlete.name}</h2>
        <Cluster as="p" gap={[0, 3]} className={text.quietFigures}>
          <span className={classNames(text.title, text.spaced)}>{person.code}</span>
          {person.time && <span>{person.time}</span>}
          <span>{VISIT_NAME[person.type]}</span>
        </Cluster>
      </div>
      {stage !== 'onboarded' && (
        <div className={styles.buttons}>
          <button type="button" className={styles.button} aria-pressed={panel === 'sheet'} onClick={onSheet}>
            <Icon name="person" />
            About
          </button>
          <button
            type="button"
            className={styles.final}
            data-ready={done === tests.length}
            aria-pressed={panel === 'final'}
            onClick={onFinal}
          >
            <span className={styles.word}>{score === null && !final ? `Final · ${done} of 6` : 'Final'}</span>
            {score !== null && (
              <span className={classNames(text.h3, text.wide, text.figures, text.black)}>
                {points(score)}
              </span>
            )}
          </button>
        </div>
      )}
    </Cluster>
  )
}
