import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ActionDialog } from '../../state/ActionDialog'
import { ErrorNotice } from '../../state/ErrorNotice'
import { useState } from 'react'
import { dayMonth, shortDate } from '../../academy/civil-date'
import { londonDateTime } from '../../academy/london'
import { fullName } from '../../academy/names'
import { measuresText } from '../../academy/measure'
import { points } from '../../academy/numbers'
import { queryKeys } from '../../api/queries'
import { detailsOf } from '../../api/refusal'
import { Button } from '../../components/Button'
import { Cluster } from '../../components/layout/Cluster'
import { Stack } from '../../components/layout/Stack'
import { Dialog } from '../../components/dialog/Dialog'
import { EmptyState } from '../../components/feedback/States'
import { Table } from '../../components/table/Table'
import { TextArea } from '../../components/form/TextField'
import { useForm } from '../../components/form/use-form'
import { VisuallyHidden } from '../../components/layout/VisuallyHidden'
import { classNames } from '../../components/class-names'
import text from '../../components/text.module.css'
import { useFocusKept } from '../../components/use-focus-kept'
import { paths } from '../../paths'
import { Loaded } from '../../state/Loaded'
import { useOperation } from '../../state/use-operation'
import { MOST_REASON, reasonProblem, testOfField } from './correction'
import { correctionOf, differing, insteadOf } from './requests'
import styles from './Requests.module.css'
import {
  correctResults,
  dismissRequest,
  requestsQuery,
  type CorrectedTest,
  type CorrectionRequest,
} from './api'

/** What is asked before a request is decided. */
interface Question {
  act: 'use' | 'dismiss'
  request: CorrectionRequest
}

/** Results that a tablet could not send, with what is stored beside them. */
export function Requests() {
  const queries = useQueryClient()
  const result = useQuery(requestsQuery())
  const heading = useFocusKept<HTMLHeadingElement>()
  // Here and not in its row: a request that somebody else has settled leaves the list, and why it was refused is to be read.
  const [question, setQuestion] = useState<Question | null>(null)
  const asked = question?.request
  const current = result.data?.requests.find(({ requestId }) => requestId === asked?.requestId) ?? asked
  const dialog = {
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.mine }),
    // An answer that comes late closes no other dialog.
    onClose: () => setQuestion((now) => (now === question ? null : now)),
  }
  return (
    <Stack as="section" gap={4} shrink="children">
      <h2 ref={heading} tabIndex={-1} className={text.h3}>
        Handed over by the desk
      </h2>
      <p className={text.quiet}>
        A tablet had other results than the server. Use the desk’s, or leave what is stored.
      </p>
      <Loaded result={result} label="Looking up what was handed over" height="12rem">
        {({ requests, more }) => (
          <>
            {requests.length === 0 && (
              <EmptyState title="Nothing to decide">
                What a desk hands over appears here by itself.
              </EmptyState>
            )}
            <Stack as="ul" gap={4}>
              {requests.map((request) => (
                <li key={request.requestId}>
                  <Request request={request} onAsk={(act) => setQuestion({ act, request })} />
                </li>
              ))}
            </Stack>
            {more && <p className={text.quiet}>There are more than these. They come as you decide.</p>}
          </>
        )}
      </Loaded>
      {current && question?.act === 'use' && <UseDialog request={current} {...dialog} />}
      {current && question?.act === 'dismiss' && <DismissDialog request={current} {...dialog} />}
    </Stack>
  )
}

interface RequestProps {
  request: CorrectionRequest
  onAsk: (act: Question['act']) => void
}

function Request({ request, onAsk }: RequestProps) {
  const name = fullName(request)
  const others = differing(request).map(({ TestType }) => TestType)
  const correction = correctionOf(request)
  const instead = insteadOf(request)
  return (
    <Stack as="article" gap={3} className={styles.request} aria-label={name}>
      <Cluster as="header" gap={[1, 4]} align="baseline" between>
        <h3 className={classNames(text.h4, text.anywhere)}>{name}</h3>
        <p className={text.quiet}>
          No. {request.uaid}
          {request.bookingDate && ` · ${shortDate(request.bookingDate)}`} · from{' '}
          {request.askedBy || 'the desk'}, {londonDateTime(request.askedAt, dayMonth)}
        </p>
      </Cluster>
      <Table look="versions" columns={['Test', 'Desk', 'Stored']} className={styles.table}>
        <tbody>
          {request.tests.map(({ TestType, unit, desk, stored }) => (
            <tr key={TestType} data-differs={others.includes(TestType)}>
              <th scope="row">
                {TestType}
                {others.includes(TestType) && <VisuallyHidden>, different</VisuallyHidden>}
              </th>
              <td>
                <Value value={desk} unit={unit} />
              </td>
              <td>
                <Value value={stored.status === 'open' ? null : stored} unit={unit} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {request.notes && <p>Notes of the desk: {request.notes}</p>}
      {instead && <p className={text.quiet}>{instead}</p>}
      <Cluster gap={2}>
        {instead === null && correction.length > 0 && (
          <Button onClick={() => onAsk('use')}>
            Use the desk’s {correction.length === 1 ? 'result' : `${correction.length} results`}
          </Button>
        )}
        <Button variant="secondary" onClick={() => onAsk('dismiss')}>
          Keep what is stored
        </Button>
      </Cluster>
    </Stack>
  )
}

interface DecisionProps {
  request: CorrectionRequest
  onSettled: () => Promise<unknown>
  onClose: () => void
}

function DismissDialog({ request, onSettled, onClose }: DecisionProps) {
  const dismiss = useOperation(dismissRequest, { onSuccess: onClose, onSettled })
  return (
    <ActionDialog
      role="alertdialog"
      title={`Keep what is stored for ${fullName(request)}?`}
      onClose={onClose}
      yes="Keep what is stored"
      no="Go back"
      variant="danger"
      noVariant="secondary"
      operation={dismiss}
      onYes={() => void dismiss.run({ requestId: request.requestId })}
    >
      <p>The desk’s values are not used, and this request is closed.</p>
    </ActionDialog>
  )
}

const NO_DIFFERENCE =
  'What is stored is already what the desk measured, so there is nothing to correct. Keep what is stored to close this request.'

/** The existing correction, with its reason, which settles the request too. */
function UseDialog({ request, onSettled, onClose }: DecisionProps) {
  const { eventBookingId, requestId } = request
  const [sent, setSent] = useState<readonly CorrectedTest[]>([])
  const save = useOperation(correctResults, { onSuccess: onClose, onSettled })
  const form = useForm({
    initial: { reason: 'The desk handed this over.' },
    check: reasonProblem,
    send: async ({ reason }) => {
      const results = correctionOf(request)
      setSent(results)
      await save.run({
        eventBookingId,
        results,
        reason: reason.trim(),
        ...(requestId && { requestId }),
      })
    },
    nameOf: (key) => `request-${key}`,
  })
  const refusedTest = testOfField(save.error?.field ?? null, sent)
  const title = `Correct ${fullName(request)}’s results?`
  const correction = correctionOf(request)
  // The list may have been read again since the row offered this.
  const instead = insteadOf(request) ?? (correction.length === 0 ? NO_DIFFERENCE : null)
  if (instead !== null)
    return (
      <Dialog
        open
        title={title}
        onClose={onClose}
        actions={
          <Button variant="secondary" onClick={onClose}>
            Go back
          </Button>
        }
      >
        <p>{instead}</p>
      </Dialog>
    )
  return (
    <ActionDialog
      title={title}
      onClose={onClose}
      yes="Correct them"
      no="Go back"
      noVariant="secondary"
      busy={save.status === 'loading'}
      onYes={() => void form.submit()}
    >
      <p>
        {correction.map(({ TestType }) => TestType).join(', ')}: the desk’s attempts take the place of what is
        stored, and the boards follow.
      </p>
      <TextArea
        label="Reason"
        hint="Without anything about health. It stays in the audit log."
        {...form.field('reason')}
        rows={2}
        maxLength={MOST_REASON}
      />
      <ErrorNotice
        error={save.error}
        title={refusedTest ?? detailsOf(save.error, 'TEST_CLOSED')?.current.TestType}
      />
      {refusedTest && (
        <p>
          Nothing was changed. If you know the right numbers, type them under{' '}
          <a href={paths.deliveryAdmin({ section: 'results', view: 'correct' })}>Correct</a>. Then come back
          and keep what is stored.
        </p>
      )}
    </ActionDialog>
  )
}

interface Valued {
  status: string
  score: number | null
  Attempts: readonly { score: number }[]
}

function Value({ value, unit }: { value: Valued | null; unit: string }) {
  if (value === null) return 'Nothing'
  if (value.status === 'dnt') return 'Did not test'
  const attempts = value.Attempts.map(({ score }) => score)
  return (
    <>
      {measuresText(attempts, unit)}
      {value.score !== null && <strong className={styles.score}>{points(value.score)} points</strong>}
    </>
  )
}
