import { weekdayNames } from '../../../academy/civil-date'
import { SavedMeanwhile } from '../../../components/dialog/SavedMeanwhile'
import { Stack } from '../../../components/layout/Stack'
import { differences, LIST_NAMES, onlyIn, WEEK, type Lists } from './weekly'
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
    <SavedMeanwhile
      title="Someone else changed the settings meanwhile"
      mineLabel="Use my times"
      onTheirs={onTheirs}
      onMine={onMine}
    >
      <Stack as="dl" gap={3} className={styles.both}>
        {differences(mine, theirs).map(({ name, day }) => {
          const stored = onlyIn(theirs[name][day], mine[name][day])
          const yours = onlyIn(mine[name][day], theirs[name][day])
          return (
            <div key={`${name} ${day}`}>
              <dt>
                {LIST_NAMES[name]}, {weekdayNames[WEEK.indexOf(day)]}
              </dt>
              {stored && <dd>Only stored: {stored}</dd>}
              {yours && <dd>Only yours: {yours}</dd>}
            </div>
          )
        })}
      </Stack>
    </SavedMeanwhile>
  )
}
