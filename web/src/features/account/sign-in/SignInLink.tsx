import { useState } from 'react'
import { useSession } from '../../../auth/SessionProvider'
import { useSignIn } from '../../../auth/sign-in'
import { Button, LinkButton } from '../../../components/Button'
import { Notice } from '../../../components/feedback/Notice'
import type { FormProblem } from '../../../components/form/FormSummary'
import { paths } from '../../../paths'
import { FlowLayout } from '../FlowLayout'
import css from '../form/form.module.css'
import { useMailedToken } from '../use-mailed-token'
import { signInSentence } from './reasons'
import { SecondStep } from './SecondStep'
import { useEnter } from './use-enter'

type State = 'open' | 'code' | 'spent'

const HEAD: Record<State, { title: string; lead: string }> = {
  open: { title: 'One press and you’re in.', lead: 'Press the button to sign in. The link works once.' },
  code: {
    title: 'One more step.',
    lead: 'Your link is right. One code and you’re in.',
  },
  spent: {
    title: 'Too late for this one.',
    lead: 'A link works once, for 15 minutes. A fresh one is quick.',
  },
}

/**
 * The page of the link that signs in (RULES 10.10). It takes a press, so that mail programs that open links in advance do not
 * use it up. Somebody who is signed in already stays signed in until then: the link may be another person's.
 */
export function SignInLink() {
  const token = useMailedToken()
  const [used, setUsed] = useState(false)
  const target = useEnter(used)
  const { enter } = useSignIn()
  const present = useSession().data?.user.email ?? null
  const [state, setState] = useState<State>('open')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const send = async (oneTimeCode?: string): Promise<FormProblem[]> => {
    const fields = { token, ...(oneTimeCode !== undefined && { oneTimeCode }) }
    const result = await enter('sign-in-link/use', fields, new URL(target, window.location.origin).href)
    if (result.ok) {
      setUsed(true)
      return []
    }
    const code = result.error ?? String(result.status)
    if (code === 'SECOND_FACTOR_REQUIRED') setState('code')
    else if (code === 'TOKEN_INVALID') setState('spent')
    else
      return [{ field: code === 'SECOND_FACTOR_WRONG' ? 'oneTimeCode' : null, message: signInSentence(code) }]
    return []
  }
  const press = async () => {
    setBusy(true)
    setProblem(null)
    const [first] = await send()
    setProblem(first?.message ?? null)
    setBusy(false)
  }

  return (
    <FlowLayout {...HEAD[state]} share={0.75}>
      {problem !== null && (
        <Notice tone="problem" role="alert">
          {problem}
        </Notice>
      )}
      {present !== null && !busy && !used && state !== 'code' && (
        <Notice title={`You are signed in as ${present}`} actions={<a href={target}>Go on as you are</a>}>
          {state === 'open' && token !== null
            ? 'Press the button to sign in with the account that the link was sent to.'
            : undefined}
        </Notice>
      )}
      {token === null || state === 'spent' ? (
        <>
          <Notice
            tone="problem"
            role="alert"
            title={token === null ? 'This link isn’t complete' : 'This link has been used or has run out'}
          >
            {token === null
              ? 'Open it straight from the e-mail, or ask for a new one.'
              : present === null
                ? 'Ask for a new one where you sign in.'
                : 'To use another account, sign out and ask for a new link.'}
          </Notice>
          {present === null && (
            <div className={css.actions}>
              <LinkButton href={paths.login()} size="large">
                Go to sign in
              </LinkButton>
            </div>
          )}
        </>
      ) : state === 'code' ? (
        <SecondStep onCode={send} onBack={() => setState('open')} />
      ) : (
        <div className={css.actions}>
          <Button size="large" busy={busy} onClick={() => void press()}>
            Sign in
          </Button>
        </div>
      )}
    </FlowLayout>
  )
}
