import { useQuery } from '@tanstack/react-query'
import { detailsOf } from '../../../api/refusal'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { useRef, useState } from 'react'
import { weekdayNames } from '../../../academy/civil-date'
import { Button } from '../../../components/Button'
import { focusAfter } from '../../../components/focus-after'
import { Cluster } from '../../../components/layout/Cluster'
import { Icon } from '../../../components/graphics/Icon'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { LeaveDialog } from '../../../state/LeaveDialog'
import { Loaded } from '../../../state/Loaded'
import { becameOf } from '../change/decisions'
import { ImpactDialog } from '../change/ImpactDialog'
import { ListGrid } from './ListGrid'
import { ListsMeanwhile } from './ListsMeanwhile'
import { settingsQuery, type StoredSettings } from '../api'
import { TimesForm } from './TimesForm'
import { useSaveLists } from './use-save-lists'
import {
  changesOver,
  differences,
  inWords,
  LIST_NAMES,
  painted,
  WEEK,
  type ListName,
  type Lists,
} from './weekly'
import touch from '../../../components/touch.module.css'
import { classNames } from '../../../components/class-names'
import styles from './WeekLists.module.css'

/** The lists of times of every week, for tests and for retests. */
export function WeekLists({ onBack }: { onBack: () => void }) {
  const settings = useQuery(settingsQuery())
  return (
    <Stack as="section" gap={4} shrink="all" aria-labelledby="week-lists">
      <Cluster gap={[2, 5]} align="center">
        <button type="button" className={classNames(styles.back, touch.line)} onClick={onBack}>
          <Icon name="arrowLeft" small />
          Calendar
        </button>
        <h2 id="week-lists" className={text.h3}>
          Weekly times
        </h2>
      </Cluster>
      <Loaded result={settings} label="Loading the weekly times" height="36rem">
        {(stored) => <Editor stored={stored} />}
      </Loaded>
    </Stack>
  )
}

const listsOf = ({ settings }: StoredSettings): Lists => ({
  testSlots: settings.testSlots,
  retestSlots: settings.retestSlots,
})

function Editor({ stored }: { stored: StoredSettings }) {
  const [name, setName] = useState<ListName>('testSlots')
  /** The version that editing started from. It is not replaced by a refetch while there are unsaved changes. */
  const [base, setBase] = useState(stored)
  const [lists, setLists] = useState(listsOf(stored))
  const begin = (from: StoredSettings) => {
    setBase(from)
    setLists(listsOf(from))
  }
  // Only the base: what was painted while the save was under way stays, and differs from what is stored.
  const save = useSaveLists(setBase)
  const changed = differences(base.settings, lists)
  if (stored.rev > base.rev) {
    if (changed.length === 0) begin(stored)
    // Stored from here, though the answer was lost.
    else if (save.isOwn(stored.settings)) setBase(stored)
  }
  const meanwhile = detailsOf(save.error, 'SETTINGS_CHANGED')?.current
  const both = meanwhile && changesOver(meanwhile.settings, { read: base.settings, mine: lists })
  const became = becameOf(save.decided ?? [])
  const state =
    changed.length === 0
      ? 'As stored'
      : `${changed.length === 1 ? '1 day differs' : `${changed.length} days differ`} from what is stored`
  const saver = useRef<HTMLButtonElement>(null)
  /** For a button that goes once it is pressed. */
  const settle = (act: () => void) => focusAfter(act, () => saver.current)
  const change = (next: Lists) => {
    save.dismiss()
    setLists(next)
  }
  return (
    <>
      <p className={text.intro}>
        Tests start on these quarter hours, unless the calendar says otherwise for a day. Where somebody has
        booked a time that you take out, you are asked what happens to them before anything is saved.
      </p>
      <Cluster role="group" aria-label="Which list" gap={2} align="center">
        {(['testSlots', 'retestSlots'] as const).map((list) => (
          <button
            key={list}
            type="button"
            aria-pressed={list === name}
            className={styles.dayChoice}
            onClick={() => setName(list)}
          >
            {LIST_NAMES[list]}
          </button>
        ))}
        <Button
          variant="quiet"
          onClick={() =>
            change({
              ...lists,
              [name]: lists[name === 'testSlots' ? 'retestSlots' : 'testSlots'],
            })
          }
        >
          Same as {LIST_NAMES[name === 'testSlots' ? 'retestSlots' : 'testSlots'].toLowerCase()}
        </Button>
      </Cluster>
      <Stack gap={5} shrink="children" className={styles.beside}>
        <ListGrid
          lists={lists}
          name={name}
          onPaint={({ days, quarters }, on) =>
            change(
              painted(
                lists,
                name,
                WEEK.slice(days[0], days[1] + 1),
                Array.from({ length: quarters[1] - quarters[0] + 1 }, (_, step) => quarters[0] + step),
                on,
              ),
            )
          }
        />
        <Stack gap={5} top>
          <TimesForm onPaint={(days, quarters, on) => change(painted(lists, name, days, quarters, on))} />
          <dl className={styles.summary}>
            {WEEK.map((day, index) => (
              <div
                key={day}
                data-changed={changed.some((one) => one.name === name && one.day === day) || undefined}
              >
                <dt>{weekdayNames[index]}</dt>
                <dd>{inWords(lists[name][day])}</dd>
              </div>
            ))}
          </dl>
        </Stack>
      </Stack>
      {meanwhile && both && (
        <ListsMeanwhile
          mine={both}
          theirs={meanwhile.settings}
          onTheirs={() =>
            settle(() => {
              save.dismiss()
              begin(meanwhile)
            })
          }
          onMine={() =>
            settle(() => {
              setBase(meanwhile)
              setLists(both)
              save.start(meanwhile, both)
            })
          }
        />
      )}
      {changed.length > 0 && !meanwhile && !save.deciding && (
        <ErrorNotice error={save.error} title="Not saved" />
      )}
      <Cluster gap={2} align="center">
        <Button
          ref={saver}
          busy={save.busy}
          aria-disabled={changed.length === 0}
          onClick={() => changed.length > 0 && save.start(base, lists)}
        >
          Save the weekly times
        </Button>
        {changed.length > 0 && (
          <Button variant="quiet" onClick={() => settle(() => change(listsOf(base)))}>
            Put back what is stored
          </Button>
        )}
        <span role="status" className={text.quiet}>
          {save.busy ? '' : became ? `${state}.${became}` : state}
        </span>
      </Cluster>
      {changed.length > 0 && save.deciding && !meanwhile && (
        <ImpactDialog
          intent="Other weekly times"
          bookings={save.deciding.bookings}
          refused={save.deciding.refused}
          busy={save.busy}
          error={save.error}
          onClose={save.dismiss}
          onSave={save.decide}
        />
      )}
      <LeaveDialog unsaved={() => changed.length > 0}>The times that you changed are not saved.</LeaveDialog>
    </>
  )
}
