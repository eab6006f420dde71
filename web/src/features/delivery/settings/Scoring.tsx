import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { queryKeys } from '../../../api/queries'
import { Notice } from '../../../components/feedback/Notice'
import { detailsOf } from '../../../api/refusal'
import { TextField } from '../../../components/form/TextField'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { ActionDialog } from '../../../state/ActionDialog'
import { Loaded } from '../../../state/Loaded'
import styles from './ProgrammeSettings.module.css'
import {
  bothChanged,
  changesOver,
  MARKS,
  protocolDifferences,
  protocolsOf,
  readBefore,
  reads,
  typedOf,
  typedOver,
  type MarkKey,
  type Typed,
} from './scoring'
import { Grid } from '../../../components/layout/Grid'
import { DifferenceList } from './DifferenceList'
import { SettingsForm } from './SettingsForm'
import { useNewVersion } from './use-new-version'
import { useSave } from './use-save'
import { editedProtocolsQuery, saveProtocols, type Protocols } from './api'

/** How the six tests will be scored. */
export function Scoring() {
  const result = useQuery(editedProtocolsQuery())
  return (
    <Loaded result={result} label="Loading the protocols" height="28rem">
      {(stored) => <Fields stored={stored} />}
    </Loaded>
  )
}

function Fields({ stored }: { stored: Protocols }) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState(false)
  /** What counts as read: the server asks about what somebody else has changed since its version. */
  const [opened, setOpened] = useState(() => ({ version: stored.version, typed: typedOf(stored.tests) }))
  const [typed, setTyped] = useState(opened.typed)
  const sent = useRef<Typed>(null)
  const save = useSave(saveProtocols, editedProtocolsQuery().queryKey)
  const wanted = protocolsOf(stored, typed)
  const changed = !wanted || protocolDifferences(stored, wanted).length > 0
  const theirs = detailsOf(save.error, 'PROTOCOL_CHANGED')?.current
  const read = protocolsOf(stored, opened.typed)
  const both = theirs && wanted && read && changesOver(theirs, { read, mine: wanted })
  // The server's sentence names the test.
  const invalid = save.error?.errorCode === 'PROTOCOL_INVALID' ? save.error.errorMessage : null
  const problem = (at: number, test: string, key: MarkKey) => {
    if (!reads(key, typed[test]?.[key] ?? '')) return 'Type a number.'
    return (invalid !== null && save.error?.field === `tests[${at}].${key}` && invalid) || undefined
  }
  const change = (test: string, key: MarkKey, value: string) => {
    // A change after a refusal makes it a new request.
    if (save.status !== 'loading') save.reset()
    setTyped((before) => {
      const values = before[test]
      return values ? { ...before, [test]: { ...values, [key]: value } } : before
    })
  }
  const keep = (next: Protocols) => queries.setQueryData(editedProtocolsQuery().queryKey, next)
  /** Shows what is stored now, and keeps what was typed since the form showed `shown`. */
  const follow = ({ version, tests }: Protocols, shown: Typed) => {
    const next = typedOf(tests)
    setOpened({ version, typed: next })
    setTyped((now) => typedOver(now, { read: shown, stored: next }))
  }
  const send = async (protocols: Protocols) => {
    sent.current = typedOf(protocols.tests)
    const outcome = await save.run(protocols)
    if (!outcome.ok) return
    await queries.invalidateQueries({ queryKey: queryKeys.config })
    // A repeated save gets the answer of the first one, and somebody else may have saved since.
    const next = outcome.data.version < stored.version ? stored : outcome.data
    // `typed` is what the form showed as it was sent.
    follow(next, typed)
    keep(next)
    void queries.invalidateQueries({ queryKey: queryKeys.mine })
  }
  useNewVersion(stored.version, () => {
    const versions = { read: opened.typed, stored: typedOf(stored.tests), sent: sent.current }
    setOpened({ version: opened.version, typed: readBefore(typed, versions) })
    setTyped((now) => typedOver(now, versions))
  })
  return (
    <SettingsForm
      save={save}
      changed={changed}
      sendable={wanted !== null}
      conflict={
        theirs &&
        both && {
          differences: protocolDifferences(theirs, both),
          onTheirs: () => {
            save.reset()
            follow(theirs, typed)
            keep(theirs)
          },
          onMine: () => void send(both),
        }
      }
      errorAtField={invalid !== null}
      notice={
        invalid && (
          <Notice tone="problem" role="alert">
            {invalid}
          </Notice>
        )
      }
      saved={
        save.status === 'succeeded' &&
        `Saved. Athletes are scored by version ${stored.version} from onboarding on.`
      }
      submitLabel={`Save as version ${stored.version + 1}`}
      onSubmit={() => setAsked(true)}
      onUndo={() => follow(stored, typed)}
    >
      <p className={text.intro}>
        Version {stored.version}. Points run straight from the mark of 0 to the mark of 100, and the best
        attempt counts. A booking keeps the version that was in force when it was onboarded: nothing is scored
        again.
      </p>
      {stored.tests.map((test, at) => (
        <Stack as="fieldset" gap={3} shrink key={test.TestType} className={styles.protocol}>
          <legend className={styles.protocolName}>
            {test.TestType} <span className={text.aside}>{test.unit}</span>
          </legend>
          <Grid gap={4} least={9} align="start" className={styles.marks}>
            {MARKS.map(({ key, label }) => {
              const value = typed[test.TestType]?.[key] ?? ''
              return (
                <TextField
                  key={key}
                  label={label}
                  name={`${test.TestType}-${key}`}
                  inputMode={key === 'attempts' ? 'numeric' : 'decimal'}
                  autoComplete="off"
                  maxLength={10}
                  value={value}
                  error={problem(at, test.TestType, key)}
                  onChange={(event) => change(test.TestType, key, event.currentTarget.value)}
                />
              )
            })}
          </Grid>
        </Stack>
      ))}
      {asked && wanted && (
        <ActionDialog
          role="alertdialog"
          title={`Score by version ${stored.version + 1} from now on?`}
          onClose={() => setAsked(false)}
          yes={`Save version ${stored.version + 1}`}
          no="Go back"
          onYes={() => {
            setAsked(false)
            const versions = { read: opened.typed, stored: typedOf(stored.tests) }
            void send(bothChanged(typed, versions) ? { ...wanted, version: opened.version } : wanted)
          }}
        >
          <p>
            Everybody who is onboarded after this is scored by it. Those already onboarded, and every result
            so far, keep the version they have.
          </p>
          <DifferenceList differences={protocolDifferences(stored, wanted)} names={['Now', 'Then']} />
        </ActionDialog>
      )}
    </SettingsForm>
  )
}
