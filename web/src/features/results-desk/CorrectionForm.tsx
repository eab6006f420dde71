import { useQueryClient } from '@tanstack/react-query'
import { ErrorNotice } from '../../state/ErrorNotice'
import { useEffect, useState } from 'react'
import { points } from '../../academy/numbers'
import { errorSentence } from '../../api/error-sentence'
import { queryKeys } from '../../api/queries'
import { unanswered } from '../../api/client/failure'
import { detailsOf } from '../../api/refusal'
import { LiveRegion } from '../../components/feedback/LiveRegion'
import { classNames } from '../../components/class-names'
import { Form, FormButtons } from '../../components/form/Form'
import { focusField } from '../../components/form/FormSummary'
import { Notice } from '../../components/feedback/Notice'
import { TextArea } from '../../components/form/TextField'
import { useForm } from '../../components/form/use-form'
import text from '../../components/text.module.css'
import { LeaveDialog } from '../../state/LeaveDialog'
import { useOperation } from '../../state/use-operation'
import { Conflict } from './Conflict'
import {
  changedTests,
  corrections,
  MOST_REASON,
  reasonProblem,
  testOfField,
  textsOf,
  typedOf,
  unreadField,
  withRevisions,
  type Typed,
} from './correction'
import styles from './ResultsDesk.module.css'
import { fieldOf, TestRow } from './TestRow'
import { Stack } from '../../components/layout/Stack'
import { correctResults, type CorrectedTest, type CurrentTest, type StoredResult } from './api'

interface CorrectionFormProps {
  result: StoredResult
  /** Called when the stored results have changed. */
  onReload: () => void
  /** Called with whether something would be lost if the form went. */
  onUnsaved: (unsaved: boolean) => void
}

/** What happens to a correction that is left. */
export const LOST = 'The result is not corrected yet, and what you typed is lost.'

/** The six tests of a final with their attempts, to be changed with a reason. */
export function CorrectionForm({ result, onReload, onUnsaved }: CorrectionFormProps) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState<Typed>(() => typedOf(result.tests))
  const [read, setRead] = useState(result.tests)
  if (read !== result.tests) {
    setRead(result.tests)
    setTyped(withRevisions(typed, result.tests))
  }
  const [lastSent, setLastSent] = useState<readonly CorrectedTest[]>([])
  const send = ({ results, reason }: { results: CorrectedTest[]; reason: string }, key: string) =>
    correctResults({ eventBookingId: result.eventBookingId, results, reason: reason.trim() }, key)
  const save = useOperation(send, {
    onSuccess: async (_, { results, reason }) => {
      form.follow({ reason: '' }, { reason })
      setTyped((before) =>
        Object.fromEntries(
          Object.entries(before).map(([test, value]) => {
            const saved = results.find(({ TestType }) => TestType === test)
            return [test, saved ? { ...value, replaces: saved.replaces + 1 } : value]
          }),
        ),
      )
      await queries.invalidateQueries({ queryKey: queryKeys.mine })
    },
    // It may be stored despite the failure.
    onError: (failure) => {
      if (unanswered(failure)) onReload()
    },
  })
  const sent = corrections(result.tests, typed)
  const changed = changedTests(result.tests, typed)
  const failure = save.error
  const conflict = detailsOf(failure, 'TEST_CLOSED')?.current
  const refusedTest = testOfField(failure?.field ?? null, lastSent)
  const form = useForm({
    initial: { reason: '' },
    check: reasonProblem,
    send: () => {
      const unread = unreadField(result.tests, typed)
      if (unread) focusField(fieldOf(...unread))
      else if (sent && sent.length > 0) run(sent)
    },
    onChange: () => {
      // Another reason makes it a new request.
      if (save.status === 'failed') save.reset()
    },
    nameOf: (key) => `correction-${key}`,
  })
  // After a lost answer too: a change of what is typed, or of the reason, forgets the failure.
  const corrected = changed.length === 0 && (save.data !== undefined || unanswered(failure))
  const unsaved = changed.length > 0 || (form.changed && !unanswered(failure))
  useEffect(() => {
    onUnsaved(unsaved)
    return () => onUnsaved(false)
  }, [onUnsaved, unsaved])
  const run = (results: CorrectedTest[]) => {
    setLastSent(results)
    void save.run({ results, reason: form.values.reason }).then((outcome) => {
      const refused = outcome.ok ? null : testOfField(outcome.error.field, results)
      if (refused !== null) focusField(fieldOf(refused, 0))
    })
  }
  const replace = (test: string, value: Partial<Typed[string]>) => {
    // The next correction has a reason of its own, also where the answer to the last one was lost.
    if (corrected && failure) form.reset()
    save.reset()
    setTyped((before) => {
      const old = before[test]
      return old ? { ...before, [test]: { ...old, ...value } } : before
    })
  }
  const takeTheirs = (current: CurrentTest) => {
    const allowed = result.tests.find(({ TestType }) => TestType === current.TestType)?.allowed ?? 0
    const attempts = textsOf(current.Attempts, allowed)
    replace(current.TestType, { attempts, replaces: current.revision })
    onReload()
  }
  /** Sends the form again, to replace what the other person stored. */
  const sendMine = ({ TestType, revision }: CurrentTest) => {
    replace(TestType, { replaces: revision })
    onReload()
    const again = sent?.map((test) => (test.TestType === TestType ? { ...test, replaces: revision } : test))
    if (again && reasonProblem(form.values).length === 0) run(again)
  }
  return (
    <Form {...form.props} data-changed={unsaved} className={styles.form}>
      <Stack gap={3} className={styles.tests}>
        {result.tests.map((test) => (
          <TestRow
            key={test.TestType}
            test={test}
            attempts={typed[test.TestType]?.attempts ?? []}
            changed={changed.includes(test.TestType)}
            error={refusedTest === test.TestType && failure ? errorSentence(failure) : undefined}
            onChange={(attempts) => replace(test.TestType, { attempts })}
          />
        ))}
      </Stack>
      <p className={styles.final}>
        Final score <strong>{points(result.score)}</strong>
        <span className={classNames(text.figures, text.aside)}>
          {' '}
          by protocols version {result.protocolVersion}
          {result.held && ', held for the reveal'}
        </span>
      </p>
      <TextArea
        label="Reason"
        hint="What went wrong, without anything about health. It stays in the audit log."
        {...form.field('reason')}
        rows={2}
        maxLength={MOST_REASON}
      />
      {conflict && (
        <Conflict
          current={conflict}
          mine={typed[conflict.TestType]?.attempts ?? []}
          onTheirs={() => takeTheirs(conflict)}
          onMine={() => sendMine(conflict)}
        />
      )}
      {!conflict && !refusedTest && <ErrorNotice error={corrected ? null : failure} />}
      <LiveRegion>
        {form.props.attempt > 0 && changed.length === 0 && !corrected && (
          <Notice>Nothing has changed yet. Type another value into one of the tests.</Notice>
        )}
        {corrected && (
          <Notice tone="good" title="Corrected">
            The final score is {points(save.data?.score ?? result.score)}.{' '}
            {result.held ? 'It stays held for the reveal.' : 'The boards have followed.'}
          </Notice>
        )}
      </LiveRegion>
      <FormButtons
        submit={changed.length > 1 ? `Correct ${changed.length} tests` : 'Correct the result'}
        busy={save.status === 'loading'}
      />
      <LeaveDialog unsaved={() => unsaved}>{LOST}</LeaveDialog>
    </Form>
  )
}
