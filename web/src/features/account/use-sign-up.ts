/** The operations of sign-up: store the screening, create the account, save the details. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../auth/SessionProvider'
import { useSignIn } from '../../auth/sign-in'
import type { FormProblem } from '../../components/form/FormSummary'
import { profileQuery, queryKeys } from '../../api/queries'
import { useAuthData } from '../../state/auth-store'
import { useEligibility } from '../../state/eligibility-store'
import { updatedLocally } from '../../state/local-profile'
import { useOperation } from '../../state/use-operation'
import { register, saveAccount, signup } from './api'
import { useSignUpDraft } from './draft'
import { toEligibility, toRegister, toSignUp } from './payloads'
import { failureProblems } from './form/problems'
import { completeScreening, useScreeningAnswers, wereSentWith } from './screening'
import { neverAsked, unfinishedPage, type SignUpFacts } from './steps'
import { useHydrated } from '../../state/use-hydrated'

/** How far this visitor is in the flow; null until the session, the stored flags and the profile are known. */
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
  // The flag says that sign-up took the answers; on another device only the profile does. An account made by a provider has yet
  // to give them.
  const answered = flag || (stored !== undefined && !neverAsked(stored))
  return {
    screened: screening !== null || (signedIn && answered && open !== 'register'),
    signedIn,
    named: draft.firstName !== '' && draft.lastName !== '' && draft.gender !== '',
    registered: signedIn && stored !== undefined && open === null,
  }
}

/** Records that the eligibility page is done: the flags are stored, the answers stay in memory until they are sent. */
export function useKeepScreening(): () => void {
  const update = useEligibility((state) => state.update)
  return () => update({ ageRange: true, consent: true, PARQ: true })
}

/** Renews the screening of somebody who already has a profile: the answers are sent at once, nothing else changes. */
export function useRenewScreening() {
  const answers = useScreeningAnswers()
  const draft = useSignUpDraft((state) => state.draft)
  const queries = useQueryClient()
  const { run } = useOperation(saveAccount)
  return async (): Promise<FormProblem[]> => {
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
    answers.markSent(draft)
    await queries.invalidateQueries({ queryKey: queryKeys.mine })
    return []
  }
}

const ACCOUNT_FIELDS = ['emailAddress', 'password'] as const

/** Creates the account and signs in. */
export function useCreateAccount() {
  const { signIn } = useSignIn()
  const draft = useSignUpDraft((state) => state.draft)
  const authData = useAuthData()
  const answers = useScreeningAnswers()
  const { run, error: former } = useOperation(signup)

  return async (typed: { emailAddress: string; password: string }): Promise<FormProblem[]> => {
    const screening = completeScreening(answers)
    if (screening === null)
      return [{ field: null, message: 'Answer the health questions again, then come back.' }]
    authData.setStatus('signup', 'loading')
    const { password } = typed
    const emailAddress = typed.emailAddress.trim()
    const made = await run(toSignUp({ ...draft, ...typed }, password, screening))
    if (!made.ok) {
      // A try whose answer was lost may have made the account: then the password fits. The answers go with the details.
      const mayBeOurs = made.error.errorCode === 'EMAIL_TAKEN' && former?.status === 0
      if (mayBeOurs && (await signIn({ emailAddress, password })).ok) {
        authData.setStatus('signup', 'succeeded')
        return []
      }
      authData.setStatus('signup', 'failed', made.error)
      return failureProblems(made.error, ACCOUNT_FIELDS)
    }
    answers.markSent(draft)
    authData.setStatus('signup', 'succeeded')
    const { uaid, token, role, stamp, isRedirect = false, temp = null } = made.data
    authData.update({ uaid, token, role, stamp, isRedirect, temp, isAuthenticated: true })
    const signedIn = await signIn({ emailAddress, password, token })
    if (signedIn.ok) return []
    return [{ field: null, message: 'Your account is ready. Sign in to go on; your answers are kept.' }]
  }
}

/**
 * Saves the details: a new person registers, others update their profile. Screening answers that were not sent yet, or
 * not with this guardian, are included.
 */
export function useSaveDetails() {
  const answers = useScreeningAnswers()
  const queries = useQueryClient()
  const { run } = useOperation((fields: ReturnType<typeof toRegister>, key) =>
    // The flag says so (RULES 6.2); answers that sign-up did not take go the same way.
    useAuthData.getState().userProfileRegistration || fields.eligibility !== undefined
      ? saveAccount(fields, key)
      : register(fields, key),
  )

  return async (fields: readonly string[]): Promise<FormProblem[]> => {
    const { draft } = useSignUpDraft.getState()
    const screening = wereSentWith(answers, draft) ? null : completeScreening(answers)
    const eligibility = screening === null ? undefined : toEligibility(screening, draft.guardianEmail)
    const saved = await run(toRegister(draft, eligibility))
    if (!saved.ok) return failureProblems(saved.error, fields)
    if (eligibility !== undefined) answers.markSent(draft)
    await queries.invalidateQueries({ queryKey: queryKeys.profile })
    // If it could not be read again, the former profile has no name and would lead back to an empty form; sending that
    // would erase what was saved (RULES 9.6). Filled in here it is still out of date, and read again by the next page.
    if (queries.getQueryState(queryKeys.profile)?.isInvalidated) {
      queries.setQueryData(
        profileQuery().queryKey,
        (profile) =>
          profile && {
            ...updatedLocally(profile, toRegister(draft)),
            guardianEmail: eligibility?.guardianEmail ?? profile.guardianEmail,
          },
        { updatedAt: 1 },
      )
    }
    return []
  }
}
