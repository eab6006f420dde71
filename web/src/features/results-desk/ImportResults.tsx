import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { dayMonthYear } from '../../academy/civil-date'
import { counted } from '../../academy/numbers'
import { errorSentence } from '../../api/error-sentence'
import { queryKeys } from '../../api/queries'
import { Button } from '../../components/Button'
import { Cluster } from '../../components/layout/Cluster'
import { Icon } from '../../components/graphics/Icon'
import { LiveRegion } from '../../components/feedback/LiveRegion'
import { Notice } from '../../components/feedback/Notice'
import { Stack } from '../../components/layout/Stack'
import { VisuallyHidden } from '../../components/layout/VisuallyHidden'
import hidden from '../../components/layout/VisuallyHidden.module.css'
import text from '../../components/text.module.css'
import { useFocusKept } from '../../components/use-focus-kept'
import { useOperation } from '../../state/use-operation'
import { EXAMPLE, readFile, refusedOutcome, visitsOutside } from './import-file'
import { ProblemTable } from './ProblemTable'
import touch from '../../components/touch.module.css'
import styles from './ResultsDesk.module.css'
import { importResults, type ImportOutcome } from './api'

interface Chosen {
  name: string
  csv: string
}

/** Results from a file: checked first, and imported if every line is valid. */
export function ImportResults() {
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  // The buttons that import and try again go once they are pressed.
  const heading = useFocusKept<HTMLHeadingElement>()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [unread, setUnread] = useState<string | null>(null)
  const trial = useOperation(({ csv }: Chosen) => importResults(csv, true))
  const act = useOperation(({ csv }: Chosen, key) => importResults(csv, false, key), {
    onSuccess: () => void queries.invalidateQueries({ queryKey: queryKeys.mine }),
  })
  const trying = trial.status === 'loading'
  const importing = act.status === 'loading'

  const choose = async (file: File | undefined) => {
    if (!file) return
    setChosen(null)
    setUnread(null)
    trial.reset()
    act.reset()
    const read = await readFile(file)
    if ('problem' in read) {
      setUnread(read.problem)
      return
    }
    const next = { name: file.name, csv: read.csv }
    setChosen(next)
    void trial.run(next)
  }

  const refused = refusedOutcome(act.error)
  const outcome = refused ?? trial.data
  const problems = outcome?.problems ?? []
  const failure = refused ? null : (act.error ?? trial.error)
  return (
    <Stack as="section" gap={4} shrink="children" className={styles.panel}>
      <h2 ref={heading} tabIndex={-1} className={text.h3}>
        Import results from a file
      </h2>
      <p className={text.intro}>
        Choose a CSV file. We check every line first; nothing is stored until all of them fit and you say so.
      </p>
      <Cluster gap={[3, 4]} align="center">
        <input
          ref={input}
          className={hidden.hidden}
          id="results-file"
          type="file"
          accept=".csv,text/csv"
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            void choose(file)
            event.currentTarget.value = ''
          }}
        />
        <Button
          variant={outcome && problems.length === 0 && !act.data ? 'secondary' : 'primary'}
          busy={trying}
          onClick={() => input.current?.click()}
        >
          <Icon name="plus" small />
          {chosen ? 'Choose another file' : 'Choose a file'}
        </Button>
        {chosen && <span className={text.name}>{chosen.name}</span>}
      </Cluster>
      <VisuallyHidden live>{trying ? 'Checking the file' : ''}</VisuallyHidden>
      {unread && (
        <Notice tone="problem" role="alert">
          {unread}
        </Notice>
      )}
      {failure && (
        <Notice
          tone="problem"
          role="alert"
          actions={
            chosen && (
              <Button
                variant="secondary"
                busy={trying || importing}
                onClick={() => void (act.error ? act : trial).run(chosen)}
              >
                Try again
              </Button>
            )
          }
        >
          {errorSentence(failure)}
        </Notice>
      )}
      <LiveRegion>
        {act.data ? (
          <Notice tone="good" title={`${counted(act.data.imported, 'row')} imported`}>
            Results of {counted(act.data.athletes, 'athlete')} are in. {whatFollowed(act.data)}
          </Notice>
        ) : (
          outcome &&
          problems.length === 0 &&
          !failure &&
          chosen && <Fits outcome={outcome} busy={importing} onImport={() => void act.run(chosen)} />
        )}
      </LiveRegion>
      {outcome && problems.length > 0 && <ProblemTable outcome={outcome} />}
      <details className={text.measure} open={!chosen || undefined}>
        <summary className={touch.summary}>What the file looks like</summary>
        <p>
          The first line names the columns, then each test of each day is a line of its own. A day needs all
          six tests: write <code>dnt</code> in attempt1 of one that was not taken. Dates are written
          year-month-day, measurements with a point.
        </p>
        <pre className={styles.example} tabIndex={0}>
          {EXAMPLE}
        </pre>
      </details>
    </Stack>
  )
}

function whatFollowed(outcome: ImportOutcome): string {
  const outside = visitsOutside(outcome)
  if (outside === 0) return 'Boards and scores are up to date.'
  const visits = counted(outside, 'visit')
  return `Scores are up to date, and so are the boards, except for ${visits} outside every season.`
}

function Fits({ outcome, busy, onImport }: { outcome: ImportOutcome; busy: boolean; onImport: () => void }) {
  const { firstDay, lastDay, seasons } = outcome
  const outside = visitsOutside(outcome)
  return (
    <Notice
      tone={outside === 0 ? 'good' : 'problem'}
      title={
        outside === 0
          ? 'Every line fits'
          : `Every line fits, but ${counted(outside, 'visit is', 'visits are')} outside every season`
      }
      actions={
        <Button busy={busy} onClick={onImport}>
          Import {counted(outcome.rows, 'row')}
        </Button>
      }
    >
      <Stack gap={2}>
        <p>
          {counted(outcome.rows, 'row')} of {counted(outcome.athletes, 'athlete')}. Nothing is stored yet.
        </p>
        {firstDay && lastDay && (
          <p>
            {firstDay === lastDay
              ? `All on ${dayMonthYear(firstDay)}.`
              : `From ${dayMonthYear(firstDay)} to ${dayMonthYear(lastDay)}.`}
          </p>
        )}
        <ul>
          {seasons.map(({ season, visits }) => (
            <li key={season ?? 'none'}>
              {season === null ? 'Outside every season' : `Season ${season}`}: {counted(visits, 'visit')}
            </li>
          ))}
        </ul>
        {outside > 0 && (
          <p>
            Finals outside every season are on no board. Are day and month swapped, or is a season missing?
          </p>
        )}
      </Stack>
    </Notice>
  )
}
