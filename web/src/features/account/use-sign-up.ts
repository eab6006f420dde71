/** What the sign-up flow does: keep the screening, make the account, save the details. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAuth, useSession } from '../../auth/SessionProvider'
import { register, saveAccount, signup } from '../../api/calls'
import { errorSentence } from '../../api/errors'
import type { ApiFailure } from '../../api/failure'
import { profileQuery, queryKeys } from '../../api/queries'
import { useAuthData } from '../../state/auth-store'
import { useEligibility } from '../../state/eligibility-store'
import { useOperation } from '../../state/use-operation'
import { useSignUpDraft } from './draft'
import { LABELS } from './form/fields'
import { toEligibility, toRegister, toSignUp } from './payloads'
import { formField, refusalProblem, type Problem } from './form/problems'
import { completeScreening, useScreeningAnswers } from './screening'
import { unfinishedPage, type SignUpFacts } from './steps'
import { useHydrated } from '../../state/use-hydrated'

/** A failed call as problems of a form with these fields; what belongs to another page says which field it means. */
export function failureProblems(failure: ApiFailure, fields: readonly string[]): Problem[] {
  const problem = refusalProblem(failure, fields, errorSentence)
  const elsewhere = problem.field === null && failure.field ? LABELS[formField(failure.field)] : undefined
  return [elsewhere === undefined ? problem : { ...problem, message: `${elsewhere}: ${problem.message}` }]
}

/** How far this visitor is in the flow; null until the session, the kept flags and the profile are known. */
export function useSignUpFacts(): SignUpFacts | null {
  const { status } = useSession()
  const hydrated = useHydrated(useEligibility)
  const flag = useEligibility((flags) => flags.PARQ === true)
  const screening = completeScreening(useScreeningAnswers())
  const draft = useSignUpDraft((state) => state.draft)
  const signedIn = status === 'authenticated'
  const profile = useQuery({ ...profileQuery(), enabled: signedIn })
  if (status === 'loading' || !hydrated || (signedIn && profile.isPending)) return null
  const stored = profile.data
  const open = stored === undefined ? null : unfinishedPage(stored)
  return {
    // The kept flag says that our sign-up took the answers; an account from elsewhere has still to bring them.
    screened: screening !== null || (signedIn && flag && open !== 'register'),
    signedIn,
    named: draft.firstName !== '' && draft.lastName !== '' && draft.gender !== '',
    registered: signedIn && stored !== undefined && open === null,
  }
}

/** Notes that the eligibility page is done: the flags are kept, the answers stay in memory until they are sent. */
export function useKeepScreening(): () => void {
  const update = useEligibility((state) => state.update)
  return () => update({ ageRange: true, consent: true, PARQ: true })
}

/**
 * Renews the screening of somebody who has a profile already: the answers go out at once, nothing else is touched.
 */
export function useRenewScreening() {
  const answers = useScreeningAnswers()
  const draft = useSignUpDraft((state) => state.draft)
  const queries = useQueryClient()
  const { run } = useOperation(saveAccount)
  return async (): Promise<Problem[]> => {
    const screening = completeScreening(answers)
    if (screening === null) return [{ field: null, message: 'Answer every question first.' }]
    const stored = await queries.fetchQuery(profileQuery())
    const saved = await run({
      firstName: stored.firstName,
      lastName: stored.lastName,
      dateOfBirth: draft.dateOfBirth || stored.dateOfBirth,
      eligibility: toEligibility(screening, draft.guardianEmail),
    })
    if (!saved.ok) return failureProblems(saved.error, ['PARQ'])
    answers.answer({ sent: true })
    await queries.invalidateQueries({ queryKey: queryKeys.mine })
    return []
  }
}

const ACCOUNT_FIELDS = ['emailAddress', 'password'] as const

/** Makes the account and signs it in. */
export function useCreateAccount() {
  const { signIn } = useAuth()
  const draft = useSignUpDraft((state) => state.draft)
  const authData = useAuthData()
  const answers = useScreeningAnswers()
  const { run } = useOperation(signup)

  return async (typed: { emailAddress: string; password: string }): Promise<Problem[]> => {
    const screening = completeScreening(answers)
    if (screening === null)
      return [{ field: null, message: 'Answer the health questions again, then come back.' }]
    authData.setStatus('signup', 'loading')
    const made = await run(toSignUp({ ...draft, ...typed }, typed.password, screening))
    if (!made.ok) {
      authData.setStatus('signup', 'failed', made.error)
      return failureProblems(made.error, ACCOUNT_FIELDS)
    }
    answers.answer({ sent: true })
    authData.setStatus('signup', 'succeeded')
    const { uaid, token, role, stamp, isRedirect = false, temp = null } = made.data
    authData.update({ uaid, token, role, stamp, isRedirect, temp, isAuthenticated: true })
    const signedIn = await signIn({ emailAddress: typed.emailAddress.trim(), password: typed.password })
    if (signedIn.ok) return []
    return [{ field: null, message: 'Your account is ready. Sign in to go on; your answers are kept.' }]
  }
}

/**
 * Saves the details: a new person registers, somebody whose account or profile came from elsewhere updates it.
 * Screening answers that sign-up did not take go along.
 */
export function useSaveDetails() {
  const draft = useSignUpDraft((state) => state.draft)
  const answers = useScreeningAnswers()
  const queries = useQueryClient()
  const { run } = useOperation((fields: ReturnType<typeof toRegister>, key) =>
    // The flag says so (RULES 6.2); answers that sign-up did not take go the same way.
    useAuthData.getState().userProfileRegistration || fields.eligibility !== undefined
      ? saveAccount(fields, key)
      : register(fields, key),
  )

  return async (fields: readonly string[]): Promise<Problem[]> => {
    const screening = answers.sent ? null : completeScreening(answers)
    const latest = useSignUpDraft.getState().draft
    const eligibility = screening === null ? undefined : toEligibility(screening, draft.guardianEmail)
    const saved = await run(toRegister(latest, eligibility))
    if (!saved.ok) return failureProblems(saved.error, fields)
    answers.answer({ sent: true })
    await queries.invalidateQueries({ queryKey: queryKeys.profile })
    return []
  }
}
