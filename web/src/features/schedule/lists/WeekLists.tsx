import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newKey } from '../../../api/client'
import { errorSentence } from '../../../api/errors'
import { queryKeys } from '../../../api/queries'
import { weekdayNames } from '../../../civil-date'
import { Button } from '../../../components/Button'
import { Icon } from '../../../components/Icon'
import { Notice } from '../../../components/Notice'
import { ErrorState, Loading, Skeleton } from '../../../components/States'
import { scheduleKey } from '../wire'
import { ListGrid } from './ListGrid'
import { ListsMeanwhile } from './ListsMeanwhile'
import { saveLists, settingsMeanwhile, settingsQuery, type StoredSettings } from './settings'
import { TimesForm } from './TimesForm'
import { differences, inWords, LIST_NAMES, painted, WEEK, type ListName, type Lists } from './weekly'
import styles from './WeekLists.module.css'

/** The lists of times that every week begins from, for tests and for retests. */
export function WeekLists({ onBack }: { onBack: () => void }) {
  const { data, error, isError, isFetching, refetch } = useQuery(settingsQuery())
  return (
    <section className={styles.lists} aria-labelledby="week-lists">
      <div className={styles.head}>
        <button type="button" className={styles.back} onClick={onBack}>
          <Icon name="arrowLeft" small />
          Calendar
        </button>
        <h2 id="week-lists" className={styles.title}>
          Weekly times
        </h2>
      </div>
      {data ? (
        <Editor stored={data} />
      ) : isError ? (
        <ErrorState message={errorSentence(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Loading label="Loading the weekly times">
          <Skeleton height="36rem" />
        </Loading>
      )}
    </section>
  )
}

const listsOf = ({ settings }: StoredSettings): Lists => ({
  testSlots: settings.testSlots,
  retestSlots: settings.retestSlots,
})

function Editor({ stored }: { stored: StoredSettings }) {
  const queries = useQueryClient()
  const [name, setName] = useState<ListName>('testSlots')
  /** What the typing began from: it stays, whatever is read meanwhile, until there is nothing to lose. */
  const [base, setBase] = useState(stored)
  const [lists, setLists] = useState(listsOf(stored))
  const begin = (from: StoredSettings) => {
    setBase(from)
    setLists(listsOf(from))
  }
  const save = useMutation({
    mutationFn: ({ over, key }: { over: StoredSettings; key: string }) => saveLists(over, lists, key),
    networkMode: 'always',
    onSuccess: (saved) => {
      begin(saved)
      queries.setQueryData(settingsQuery().queryKey, saved)
      for (const queryKey of [scheduleKey, queryKeys.config, queryKeys.availability])
        void queries.invalidateQueries({ queryKey })
    },
  })
  const changed = differences(base.settings, lists)
  if (stored.rev > base.rev && changed.length === 0) begin(stored)
  const meanwhile = settingsMeanwhile(save.error)
  const change = (next: Lists) => {
    save.reset()
    setLists(next)
  }
  return (
    <>
      <p className={styles.lead}>
        Tests start on these quarter hours, unless the calendar says otherwise for a day. Bookings at a time
        that you take out stay as they are.
      </p>
      <div role="group" aria-label="Which list" className={styles.which}>
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
      </div>
      <div className={styles.beside}>
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
        <div className={styles.side}>
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
        </div>
      </div>
      {meanwhile && (
        <ListsMeanwhile
          mine={lists}
          theirs={meanwhile.settings}
          onTheirs={() => {
            save.reset()
            begin(meanwhile)
          }}
          onMine={() => save.mutate({ over: meanwhile, key: newKey() })}
        />
      )}
      {save.isError && !meanwhile && (
        <Notice tone="problem" role="alert" title="Not saved">
          {errorSentence(save.error)}
        </Notice>
      )}
      <div className={styles.acts}>
        <Button
          busy={save.isPending}
          disabled={changed.length === 0}
          onClick={() => save.mutate({ over: base, key: newKey() })}
        >
          Save the weekly times
        </Button>
        {changed.length > 0 && (
          <Button variant="quiet" onClick={() => change(listsOf(base))}>
            Put back what is stored
          </Button>
        )}
        <span role="status" className={styles.state}>
          {changed.length === 0
            ? 'As stored'
            : `${changed.length === 1 ? '1 day differs' : `${changed.length} days differ`} from what is stored`}
        </span>
      </div>
    </>
  )
}
