import { weekdayNames } from '../../../academy/civil-date'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { differences, inWords, LIST_NAMES, WEEK, type Lists } from './weekly'
import styles from './WeekLists.module.css'

interface ListsMeanwhileProps {
  mine: Lists
  theirs: Lists
  onTheirs: () => void
  onMine: () => void
}

/** Somebody else has saved the settings meanwhile: shows where the lists differ and lets this user decide. */
export function ListsMeanwhile({ mine, theirs, onTheirs, onMine }: ListsMeanwhileProps) {
  return (
    <Notice
      tone="problem"
      role="alert"
      title="Someone else changed the settings meanwhile"
      actions={
        <>
          <Button variant="secondary" onClick={onTheirs}>
            Keep theirs
          </Button>
          <Button variant="secondary" onClick={onMine}>
            Use my times
          </Button>
        </>
      }
    >
      <dl className={styles.both}>
        {differences(mine, theirs).map(({ name, day }) => (
          <div key={`${name} ${day}`}>
            <dt>
              {LIST_NAMES[name]}, {weekdayNames[WEEK.indexOf(day)]}
            </dt>
            <dd>Stored now: {inWords(theirs[name][day])}</dd>
            <dd>Yours: {inWords(mine[name][day])}</dd>
          </div>
        ))}
      </dl>
    </Notice>
  )
}
