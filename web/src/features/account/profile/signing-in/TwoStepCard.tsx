import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { shortDate } from '../../../../academy/civil-date'
import { londonDate } from '../../../../academy/london'
import { queryKeys } from '../../../../api/queries'
import { Button } from '../../../../components/Button'
import { Notice } from '../../../../components/feedback/Notice'
import { focusAfter } from '../../../../components/focus-after'
import form from '../../form/form.module.css'
import type { SecondFactor } from '../../api'
import { identitiesQuery, secondFactorQuery } from '../queries'
import { QueryCard } from '../QueryCard'
import { FEW_CODES, type Enrolment } from './second-factor'
import { ConfirmStep, KeepCodesStep, PasswordStep, TurnOffDialog } from './TwoStepForms'

interface TwoStepCardProps {
  emailAddress: string
  /** Whether they can see other people’s data. */
  staff: boolean
}

/** Two-step sign-in: off, being turned on, on. */
export function TwoStepCard({ emailAddress, staff }: TwoStepCardProps) {
  const query = useQuery(secondFactorQuery())
  const methods = useQuery(identitiesQuery()).data
  const withPassword = methods?.password !== false
  const queries = useQueryClient()
  const [enrolment, setEnrolment] = useState<Enrolment>({ step: 'off' })
  const again = () => {
    void queries.invalidateQueries({ queryKey: queryKeys.secondFactor })
    void queries.invalidateQueries({ queryKey: queryKeys.devices })
  }
  const opener = useRef<HTMLButtonElement>(null)
  const leave = () => {
    focusAfter(
      () => setEnrolment({ step: 'off' }),
      () => opener.current,
    )
  }
  return (
    <QueryCard title="Two-step sign-in" query={query} height="8rem">
      {(factor) => {
        // It may be on already: turned on in another tab, or by a try whose answer was lost.
        if (factor.enrolled && enrolment.step !== 'codes')
          return (
            <On
              opener={opener}
              factor={factor}
              withPassword={withPassword}
              onChanged={() => {
                setEnrolment({ step: 'off' })
                again()
              }}
            />
          )
        switch (enrolment.step) {
          case 'password':
            return (
              <PasswordStep
                withPassword={withPassword}
                onBegun={(begun) => setEnrolment({ step: 'scan', ...begun })}
                onCancel={leave}
              />
            )
          case 'scan':
            return (
              <ConfirmStep
                begun={enrolment}
                onConfirmed={(codes) => {
                  setEnrolment({ step: 'codes', codes })
                  again()
                }}
                onNothingToConfirm={again}
                onCancel={leave}
              />
            )
          case 'codes':
            return <KeepCodesStep codes={enrolment.codes} emailAddress={emailAddress} onDone={leave} />
          case 'off':
            return (
              <Off
                opener={opener}
                required={factor.required}
                staff={staff}
                withPassword={withPassword}
                withProvider={methods !== undefined && methods.identities.length > 0}
                onStart={() => setEnrolment({ step: 'password' })}
              />
            )
        }
      }}
    </QueryCard>
  )
}

interface OffProps {
  opener: RefObject<HTMLButtonElement | null>
  required: boolean
  staff: boolean
  withPassword: boolean
  /** Without a password of ours the provider is responsible for the second step. */
  withProvider: boolean
  onStart: () => void
}

const WHY_FOR_STAFF = {
  password:
    'You see other people’s data, so a stolen password must not be enough. After your password we ask for a code from an app on your phone.',
  link: 'You see other people’s data, so a link by e-mail must not be enough. After it we ask for a code from an app on your phone.',
}

const WHY = {
  password:
    'A stolen password alone will not open your account: after it we ask for a code from an app on your phone.',
  link: 'A link by e-mail alone will not open your account: after it we ask for a code from an app on your phone.',
}

function Off({ opener, required, staff, withPassword, withProvider, onStart }: OffProps) {
  if (!withPassword && withProvider)
    return (
      <p>You sign in with another account: turn two-step sign-in on there, and it protects you here too.</p>
    )
  return (
    <>
      {required && (
        <Notice tone="problem" title="Your role needs it">
          The team’s pages stay closed until two-step sign-in is on, or you sign in with a passkey.
        </Notice>
      )}
      <p>{(staff ? WHY_FOR_STAFF : WHY)[withPassword ? 'password' : 'link']}</p>
      <div className={form.actions}>
        <Button ref={opener} variant={required ? 'primary' : 'secondary'} onClick={onStart}>
          Turn it on
        </Button>
      </div>
    </>
  )
}

interface OnProps {
  opener: RefObject<HTMLButtonElement | null>
  factor: SecondFactor
  withPassword: boolean
  onChanged: () => void
}

function On({ opener, factor, withPassword, onChanged }: OnProps) {
  const [asking, setAsking] = useState(false)
  const { since, recoveryCodesLeft: left } = factor
  return (
    <>
      <Notice tone="good" title="It is on">
        {typeof since === 'number' ? `Since ${shortDate(londonDate(since))}. ` : ''}
        {left === 1 ? 'One recovery code left.' : `${left} recovery codes left.`}
      </Notice>
      <p>
        {left < FEW_CODES ? 'Running low on recovery codes.' : 'No recovery codes at hand?'} Turn it off and
        on again for ten fresh ones.
      </p>
      <div className={form.actions}>
        <Button ref={opener} variant="secondary" onClick={() => setAsking(true)}>
          Turn it off
        </Button>
      </div>
      {asking && (
        <TurnOffDialog
          required={factor.required}
          withPassword={withPassword}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            onChanged()
          }}
        />
      )}
    </>
  )
}
