import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query'
import { act, queriesKnowing, renderHook } from '../../test/kit'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchProfile } from '../../api/calls'
import { ApiFailure } from '../../api/client/failure'
import { profileQuery, queryKeys } from '../../api/queries'
import { useAuthData } from '../../state/auth-store'
import { register, saveAccount, signup } from './api'
import { EMPTY_DRAFT, useSignUpDraft } from './draft'
import { PARQ_LENGTH } from './payloads'
import { useScreeningAnswers } from './screening'
import { unfinishedPage } from './steps'
import { useCreateAccount, useSaveDetails } from './use-sign-up'

vi.mock('../../auth/sign-in', () => ({
  useSignIn: () => ({ signIn: () => Promise.resolve({ ok: true }) }),
}))
vi.mock('../../api/calls', async (actual) => ({
  ...(await actual<typeof import('../../api/calls')>()),
  fetchProfile: vi.fn(() => new Promise(() => undefined)),
}))
vi.mock('./api', async (actual) => ({
  ...(await actual<typeof import('./api')>()),
  signup: vi.fn(() => Promise.resolve({ uaid: '7', token: 't', role: 1, stamp: 1 })),
  register: vi.fn(() => Promise.resolve({ uaid: '7', token: 't' })),
  saveAccount: vi.fn(() => Promise.resolve({ uaid: '7', token: 't' })),
}))

function within<T>(hook: () => T, queries: QueryClient = queriesKnowing()) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  return renderHook(hook, { wrapper }).result
}

async function save(queries?: QueryClient) {
  const result = within(useSaveDetails, queries)
  await act(async () => expect(await result.current([])).toEqual([]))
}

beforeEach(() => {
  useAuthData.getState().reset()
  useScreeningAnswers.getState().clear()
  useSignUpDraft.setState({ draft: EMPTY_DRAFT })
})

it.each([
  [false, register, saveAccount],
  [true, saveAccount, register],
])('with userProfileRegistration %s the details go the right way', async (flag, right, wrong) => {
  useAuthData.getState().update({ userProfileRegistration: flag })
  await save()
  expect(right).toHaveBeenCalledOnce()
  expect(wrong).not.toHaveBeenCalled()
})

const screened = () =>
  useScreeningAnswers.getState().answer({
    ageRange: true,
    consent: true,
    healthConsent: true,
    parq: Array<boolean>(PARQ_LENGTH).fill(false),
  })

it('goes on with the account that a try has made whose answer was lost', async () => {
  const refusals = [
    new ApiFailure('ERR_NETWORK', '', 0),
    new ApiFailure('EMAIL_TAKEN', '', 409, 'emailAddress'),
  ]
  for (const refusal of refusals) vi.mocked(signup).mockRejectedValueOnce(refusal)
  screened()
  useSignUpDraft.getState().keep({ dateOfBirth: '1996-04-12', firstName: 'Ada', lastName: 'King' })
  const create = within(useCreateAccount)
  const typed = { emailAddress: 'ada@sixfold.example', password: 'p' }
  await act(async () => expect(await create.current(typed)).toHaveLength(1))
  // The failure is drawn.
  await act(() => new Promise<void>((done) => setTimeout(done)))
  await act(async () => expect(await create.current(typed)).toEqual([]))
  await save()
  expect(vi.mocked(saveAccount).mock.lastCall?.[0]).toHaveProperty('eligibility')
})

describe('the guardian', () => {
  const { keep } = useSignUpDraft.getState()
  const typingError = 'mum@gmial.example'
  const mum = 'mum@gmail.example'

  /** Screened, and with an account. */
  async function signUp(dateOfBirth: string, guardianEmail: string) {
    screened()
    keep({ dateOfBirth, guardianEmail, firstName: 'Ada', lastName: 'King' })
    const create = within(useCreateAccount)
    await act(async () =>
      expect(await create.current({ emailAddress: 'ada@sixfold.example', password: 'p' })).toEqual([]),
    )
  }

  const lastSent = () => vi.mocked(saveAccount).mock.lastCall?.[0]

  it('is not asked twice by somebody who changes nothing', async () => {
    await signUp('2010-01-01', mum)
    await save()
    expect(vi.mocked(register).mock.lastCall?.[0]).not.toHaveProperty('eligibility')
    expect(saveAccount).not.toHaveBeenCalled()
  })

  it('gets the letter after a typing error was corrected, once', async () => {
    await signUp('2010-01-01', typingError)
    keep({ guardianEmail: mum })
    await save()
    expect(lastSent()?.eligibility).toMatchObject({ guardianEmail: mum })
    await save()
    expect(saveAccount).toHaveBeenCalledOnce()
    expect(vi.mocked(register).mock.lastCall?.[0]).not.toHaveProperty('eligibility')
  })

  it('gets the letter once a date of birth turns out to be that of somebody under 18', async () => {
    await signUp('2001-01-01', '')
    keep({ dateOfBirth: '2010-01-01', guardianEmail: mum })
    await save()
    expect(lastSent()).toMatchObject({ dateOfBirth: '2010-01-01', eligibility: { guardianEmail: mum } })
  })

  it('is in the profile even if it cannot be read afterwards', async () => {
    vi.mocked(fetchProfile).mockRejectedValue(new Error('no answer'))
    await signUp('2010-01-01', typingError)
    keep({ guardianEmail: mum })
    const queries = knowingNobody({ guardianEmail: typingError })
    within(() => useQuery(profileQuery()), queries)
    await save(queries)
    expect(queries.getQueryData(queryKeys.profile)).toMatchObject({ guardianEmail: mum })
  })
})

/** What is known of somebody before they register. */
const knowingNobody = (more: object = {}) =>
  queriesKnowing([
    queryKeys.profile,
    { firstName: '', lastName: '', dateOfBirth: null, phoneNumber: '', socialMediaHandles: [], ...more },
  ])

describe('the profile after saving', () => {
  const DETAILS = { firstName: 'Ada', lastName: 'King', dateOfBirth: '1996-04-12' }

  it('has what was sent if it cannot be read again, so that nobody registers twice', async () => {
    vi.mocked(fetchProfile).mockRejectedValue(new Error('no answer'))
    const queries = knowingNobody()
    within(() => useQuery(profileQuery()), queries)
    useSignUpDraft.getState().keep({ ...DETAILS, phoneNumber: '07700 900123' })
    await save(queries)
    const known = queries.getQueryData(profileQuery().queryKey)
    expect(known).toMatchObject({ ...DETAILS, phoneNumber: '07700 900123' })
    expect(known && unfinishedPage(known)).toBeNull()
    expect(queries.getQueryState(queryKeys.profile)?.dataUpdatedAt, 'it is out of date').toBeLessThan(2)
  })

  it('is as the server has it', async () => {
    const read = { ...DETAILS, phoneNumber: '+447700900123' }
    vi.mocked(fetchProfile).mockResolvedValue(read as never)
    const queries = knowingNobody()
    within(() => useQuery(profileQuery()), queries)
    useSignUpDraft.getState().keep({ ...DETAILS, phoneNumber: '07700 900123' })
    await save(queries)
    expect(queries.getQueryData(queryKeys.profile)).toEqual(read)
  })
})
