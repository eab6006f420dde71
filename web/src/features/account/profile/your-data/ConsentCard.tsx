import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ActionDialog } from '../../../../state/ActionDialog'
import { ErrorNotice } from '../../../../state/ErrorNotice'
import { useState } from 'react'
import { shortDate } from '../../../../academy/civil-date'
import { londonDate } from '../../../../academy/london'
import { profileQuery, queryKeys } from '../../../../api/queries'
import { Button, LinkButton } from '../../../../components/Button'
import { Facts } from '../../../../components/layout/Card'
import { Checkbox } from '../../../../components/form/Checkbox'
import { LiveRegion } from '../../../../components/feedback/LiveRegion'
import { Notice } from '../../../../components/feedback/Notice'
import { useFocusKept } from '../../../../components/use-focus-kept'
import { paths } from '../../../../paths'
import { useBookingData } from '../../../../state/booking-store'
import { useOperation, type Operation } from '../../../../state/use-operation'
import { saveHealthConsent, type HealthConsent } from '../../api'
import form from '../../form/form.module.css'
import { readConsent } from '../../parq'
import { useItem } from '../../use-authored'
import { healthConsentQuery } from '../queries'
import { QueryCard } from '../QueryCard'

/** The health data that is stored, and why. */
const HELD = [
  { term: 'Medical notes', value: 'So that the test team keeps you safe on the day' },
  { term: 'Emergency contact', value: 'So that we know whom to call' },
  { term: 'Health questions', value: 'So that nobody is tested who should not be' },
  { term: 'Help you asked for', value: 'So that it is ready when you arrive' },
]

/** Whether they agreed to an earlier text, and have not withdrawn that: then health data is still held (RULES 6.2). */
const isToOlderText = ({ version, currentVersion, at, withdrawn }: HealthConsent) =>
  typeof at === 'number' && !withdrawn && version !== currentVersion

/** The consent to the use of health data: its state, withdrawing it, giving it again. */
export function ConsentCard() {
  const query = useQuery(healthConsentQuery())
  const queries = useQueryClient()
  const [again, setAgain] = useState(false)
  // Withdrawing takes along the button that opened the dialog, agreeing its own.
  const box = useFocusKept<HTMLDivElement>(undefined, true)
  const store = async ({ said }: Change, key: string) => {
    const saved = await saveHealthConsent(said, key)
    // A booking that was begun remembers the contact and the wish for help.
    if (!said.healthConsent) useBookingData.getState().update({ details: null })
    queries.setQueryData(healthConsentQuery().queryKey, saved)
    await queries.invalidateQueries({ queryKey: queryKeys.mine })
    return saved
  }
  const save = useOperation(store)
  const withdraw = useOperation(store)
  const give = async ({ at }: HealthConsent, version: string | undefined) => {
    const given = await save.run({
      said: { healthConsent: true, ...(version !== undefined && { version }) },
      at,
    })
    if (!given.ok) return
    // The page still had an earlier text.
    if (!given.data.healthConsent) await queries.invalidateQueries({ queryKey: queryKeys.content })
    else setAgain(true)
  }
  return (
    <div ref={box} tabIndex={-1}>
      <QueryCard title="Health data" query={query} height="16rem">
        {(consent) => {
          const unscreened = !consent.version || save.error?.errorCode === 'SCREENING_REQUIRED'
          const { healthConsent: given } = consent
          const isOlder = !given && isToOlderText(consent)
          return (
            <>
              <LiveRegion>
                {!given ? (
                  <Notice title={isOlder ? 'The text has changed' : 'No consent, no health data'}>
                    {isOlder ? 'We still hold what you gave us.' : whyNone(consent)}{' '}
                    {unscreened
                      ? 'To book a test, answer the health questions.'
                      : 'To book a test, agree again.'}
                  </Notice>
                ) : (
                  again && <Thanks />
                )}
              </LiveRegion>
              {!given && (
                <Again
                  unscreened={unscreened}
                  save={save}
                  onGive={(version) => void give(consent, version)}
                />
              )}
              {(given || isOlder) && <Held consent={consent} withdraw={withdraw} />}
            </>
          )
        }}
      </QueryCard>
    </div>
  )
}

/** For the consent that was given again. A withdrawal has erased the answers; a changed text erases nothing. */
function Thanks() {
  const refusals = useQuery(profileQuery()).data?.bookingEligibility?.refusals ?? []
  if (!refusals.some(({ code }) => code === 'SCREENING_REQUIRED'))
    return <Notice tone="good" title="Thank you" />
  return (
    <Notice
      tone="good"
      title="Thank you"
      actions={<a href={paths.register()}>Answer the health questions</a>}
    >
      Your old answers are erased, so we ask the health questions again before you book.
    </Notice>
  )
}

function versionWords({ version, at }: HealthConsent): string {
  const when = typeof at === 'number' ? ` on ${shortDate(londonDate(at))}` : ''
  return `${when}${version ? ` (version ${version} of the text)` : ''}`
}

interface Change {
  said: Parameters<typeof saveHealthConsent>[0]
  /** When the consent was stored that this changes: the same wish about a later one is another request. */
  at: HealthConsent['at']
}

/** What was agreed to, and withdrawing it. */
function Held({ consent, withdraw }: { consent: HealthConsent; withdraw: Operation<Change, HealthConsent> }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <p>
        You agreed{versionWords(consent)} that we hold what the tests need. Encrypted, read by you and the
        test team only, and erased automatically after your last test.
      </p>
      <Facts facts={HELD} />
      <div className={form.actions}>
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Withdraw my consent
        </Button>
        <a href={paths.privacy()}>How we handle your data</a>
      </div>
      <ActionDialog
        open={asking}
        onClose={() => setAsking(false)}
        role="alertdialog"
        title="Withdraw your consent?"
        yes="Withdraw and erase"
        no="Keep it"
        variant="danger"
        operation={withdraw}
        onYes={() => void withdraw.run({ said: { healthConsent: false }, at: consent.at })}
      >
        <p>The moment you confirm:</p>
        <ul className={form.list}>
          <li>
            your medical notes, emergency contact, health answers and the help you asked for are erased,
          </li>
          <li>you cannot make a new booking until you agree again,</li>
          <li>a booking you have now stays; tell the team on the day what they should know.</li>
        </ul>
        <p>Your account, your scores and your place on the leaderboard stay.</p>
      </ActionDialog>
    </>
  )
}

/** Why nothing is held. */
function whyNone({ version, at }: HealthConsent): string {
  if (!version) return 'You have not been asked yet.'
  const when = typeof at === 'number' ? ` on ${shortDate(londonDate(at))}` : ''
  return `Withdrawn${when}. We hold nothing about your health.`
}

interface AgainProps {
  unscreened: boolean
  save: Operation<Change, HealthConsent>
  onGive: (version: string | undefined) => void
}

/** Agreeing. Somebody who was never screened answers the questions first, which ask for the consent too. */
function Again({ unscreened, save, onGive }: AgainProps) {
  // The words that were agreed to: a tick does not count for others that are loaded after it.
  const [agreedTo, setAgreedTo] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const { healthLabel, version } = readConsent(useItem('consent-text'))
  const ticked = agreedTo === healthLabel
  return (
    <>
      {unscreened ? (
        <div className={form.actions}>
          <LinkButton href={paths.register()}>Answer the health questions</LinkButton>
        </div>
      ) : (
        <>
          <ErrorNotice error={save.error} />
          <Checkbox
            name="healthConsentAgain"
            label={healthLabel}
            checked={ticked}
            error={missing && !ticked ? 'Tick this to agree.' : undefined}
            onChange={(event) => setAgreedTo(event.target.checked ? healthLabel : null)}
          />
          <div className={form.actions}>
            <Button
              busy={save.status === 'loading'}
              onClick={() => (ticked ? onGive(version) : setMissing(true))}
            >
              I agree
            </Button>
          </div>
        </>
      )}
    </>
  )
}
