import {
  act,
  cleanup,
  press,
  queriesKnowing,
  renderQueried,
  screen,
  userEvent,
  waitFor,
  within,
} from '../../../test/kit'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiFailure } from '../../../api/client/failure'
import { queryKeys } from '../../../api/queries'
import * as calls from '../api'
import type { HealthConsent } from '../api'
import { healthConsentQuery } from './queries'
import { ConsentCard } from './your-data/ConsentCard'
import { DeleteDialog } from './your-data/DeleteDialog'
import { DevicesCard } from './signing-in/DevicesCard'
import { TwoStepCard } from './signing-in/TwoStepCard'
import { SignInMethodsCard } from './signing-in/SignInMethodsCard'
import { useBookingData } from '../../../state/booking-store'
import { useFreshSignIn } from '../../../state/fresh-sign-in'

vi.mock('../api')
const fetchProfile = vi.hoisted(() => vi.fn<() => Promise<object>>())
vi.mock('../../../api/calls', async (original) => ({
  ...(await original<typeof import('../../../api/calls')>()),
  fetchProfile,
}))
const end = vi.fn(() => Promise.resolve())
const signInWith = vi.fn(() => Promise.resolve(undefined))
const noteDeletion = vi.fn<(unanswered: boolean) => void>()
vi.mock('../../../auth/SessionProvider', () => ({
  useAuth: () => ({ end, noteDeletion }),
  useSession: () => ({ data: null }),
}))
vi.mock('../../../auth/sign-in', () => ({ useSignIn: () => ({ signInWith }) }))

const CLUB = { id: 'club', name: 'Club ID', type: 'oauth', signinUrl: '', callbackUrl: '' }
const AT = Date.UTC(2026, 10, 21, 14, 15)
const LINKED = { provider: 'club', name: 'Club ID', email: 'sam@club.example', linkedAt: AT }

function show(card: ReactNode, providers: object[] = [], authMode = 'both') {
  const queries = queriesKnowing()
  queries.setQueryData(queryKeys.providers, providers)
  queries.setQueryData(queryKeys.config, { authMode, libraryEntry: {} })
  renderQueried(card, queries)
}

beforeEach(() => {
  end.mockResolvedValue(undefined)
  fetchProfile.mockResolvedValue({})
  vi.mocked(calls.fetchIdentities).mockResolvedValue({ identities: [], password: true })
})

describe('devices', () => {
  const session = (id: string, current: boolean) => ({
    id,
    current,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
    method: 'credentials' as const,
    stamp: AT,
    expires: '2026-11-21T15:13:00Z',
  })

  it('put this one first, without a way to end it in passing', async () => {
    vi.mocked(calls.fetchDevices).mockResolvedValue({ sessions: [session('b', false), session('a', true)] })
    vi.mocked(calls.endDevice).mockResolvedValue({ uaid: '7' })
    show(<DevicesCard />)
    const [first, second] = await screen.findAllByRole('listitem')
    expect(first?.textContent).toContain('Firefox on Linux This device')
    expect(within(first as HTMLElement).queryByRole('button')).toBeNull()
    await userEvent.click(within(second as HTMLElement).getByRole('button'))
    expect(calls.endDevice).not.toHaveBeenCalled()
    const question = await screen.findByRole('alertdialog')
    await userEvent.type(within(question).getByLabelText('Password'), 'six corners')
    await press('Sign out there', question)
    expect(calls.endDevice).toHaveBeenCalledWith('b', 'six corners', expect.any(String))
  })

  it('say when there is no other, and end all of them only when asked twice', async () => {
    const signOutUrl = 'https://club.example/end'
    vi.mocked(calls.fetchDevices).mockResolvedValue({ sessions: [session('a', true)] })
    vi.mocked(calls.endAllDevices).mockResolvedValue({ uaid: '7', signOutUrl })
    show(<DevicesCard />)
    await screen.findByText(/^Only here/)
    await press('Sign out everywhere')
    expect(calls.endAllDevices).not.toHaveBeenCalled()
    const question = await screen.findByRole('alertdialog')
    await userEvent.type(within(question).getByLabelText('Password'), 'six corners')
    await press('Sign out everywhere', question)
    expect(calls.endAllDevices).toHaveBeenCalledWith('six corners', expect.any(String))
    await waitFor(() => expect(end).toHaveBeenCalledWith('everywhere', signOutUrl))
  })

  it('that did not load are asked for again', async () => {
    vi.mocked(calls.fetchDevices).mockRejectedValueOnce(new ApiFailure('UNAVAILABLE', '', 503))
    vi.mocked(calls.fetchDevices).mockResolvedValue({ sessions: [session('a', true)] })
    show(<DevicesCard />)
    await screen.findByText('That did not load')
    await press('Try again')
    await screen.findByText('This device')
  })
})

describe('ways to sign in', () => {
  it('mail a link to somebody without a password where there is no provider', async () => {
    vi.mocked(calls.fetchIdentities).mockResolvedValue({ identities: [], password: false })
    show(<SignInMethodsCard emailAddress="sam@example.org" />)
    await press('Mail me a link to set one')
    expect(vi.mocked(calls.sendPasswordLink).mock.lastCall?.[0]).toBe('sam@example.org')
  })

  it('are left out where there is nothing to connect', async () => {
    show(<SignInMethodsCard emailAddress="sam@example.org" />)
    await waitFor(() => expect(calls.fetchIdentities).toHaveBeenCalled())
    expect(screen.queryByText('Ways to sign in')).toBeNull()
  })

  it('offer to connect, and tell why the only one stays', async () => {
    vi.mocked(calls.fetchIdentities).mockResolvedValue({ identities: [LINKED], password: false })
    vi.mocked(calls.disconnect).mockRejectedValue(new ApiFailure('LAST_SIGN_IN', '', 422))
    show(<SignInMethodsCard emailAddress="sam@example.org" />, [CLUB, { ...CLUB, id: 'uni', name: 'Uni' }])
    await screen.findByRole('button', { name: /Connect Uni/ })
    expect(screen.queryByRole('button', { name: /Connect Club ID/ })).toBeNull()
    await press('Disconnect Club ID')
    await press('Disconnect')
    expect((await screen.findByRole('alert')).textContent).toContain(
      'your only way to sign in. Add another one first',
    )
  })

  it('mail a link to somebody without a password', async () => {
    vi.mocked(calls.fetchIdentities).mockResolvedValue({ identities: [LINKED], password: false })
    show(<SignInMethodsCard emailAddress="sam@example.org" />, [CLUB])
    await press('Mail me a link to set one')
    expect(vi.mocked(calls.sendPasswordLink).mock.lastCall?.[0]).toBe('sam@example.org')
    await screen.findByText(/on its way to sam@example.org/)
  })
})

describe('two-step sign-in', () => {
  const off = { enrolled: false, since: null, recoveryCodesLeft: 0, required: true }

  it('says that the role needs it, and goes from password to codes', async () => {
    vi.mocked(calls.fetchSecondFactor).mockResolvedValueOnce(off)
    vi.mocked(calls.fetchSecondFactor).mockResolvedValue({
      ...off,
      enrolled: true,
      since: AT,
      recoveryCodesLeft: 10,
    })
    vi.mocked(calls.beginSecondFactor).mockResolvedValue({
      secret: 'ABCDEFGH',
      otpauthUrl: 'otpauth://totp/x',
    })
    vi.mocked(calls.confirmSecondFactor)
      .mockRejectedValueOnce(new ApiFailure('SECOND_FACTOR_WRONG', '', 422, 'code'))
      .mockResolvedValueOnce({ recoveryCodes: ['aaaaa-bbbbb', 'ccccc-ddddd'] })
    show(<TwoStepCard emailAddress="sam@example.org" staff />)
    await screen.findByText('Your role needs it')
    await press('Turn it on')
    await userEvent.type(screen.getByLabelText('Password'), 'six corners')
    await press('Next')
    await screen.findByText('ABCD EFGH')
    const code = screen.getByLabelText('Code from your app')
    await userEvent.type(code, '123456')
    await press('Confirm')
    await screen.findByRole('alert')
    expect(code.getAttribute('aria-invalid')).toBe('true')
    await press('Confirm')
    const list = await screen.findByRole('list', { name: 'Recovery codes' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(2)
    await press('I have kept them')
    await screen.findByText(/10 recovery codes left/)
    expect(screen.queryByText('aaaaa-bbbbb')).toBeNull()
  })

  it('asks the team for the code from the e-mail before the app', async () => {
    vi.mocked(calls.fetchSecondFactor).mockResolvedValue(off)
    vi.mocked(calls.beginSecondFactor)
      .mockRejectedValueOnce(new ApiFailure('MAILED_CODE_NEEDED', '', 422, 'mailedCode'))
      .mockRejectedValueOnce(new ApiFailure('MAILED_CODE_WRONG', '', 422, 'mailedCode'))
      .mockResolvedValueOnce({ secret: 'ABCDEFGH', otpauthUrl: 'otpauth://totp/x' })
    show(<TwoStepCard emailAddress="sam@example.org" staff />)
    await press('Turn it on')
    await userEvent.type(screen.getByLabelText('Password'), 'six corners')
    await press('Next')
    const code = await screen.findByLabelText('Code from the e-mail')
    expect(screen.queryByRole('alert')).toBeNull()
    await press('Next')
    expect(code.getAttribute('aria-invalid')).toBe('true')
    expect(calls.beginSecondFactor).toHaveBeenCalledTimes(1)
    await userEvent.type(code, '402 917')
    await press('Next')
    expect(code.getAttribute('aria-invalid')).toBe('true')
    await press('Next')
    await screen.findByText('ABCD EFGH')
    expect(vi.mocked(calls.beginSecondFactor).mock.lastCall).toEqual(['six corners', '402917'])
  })

  it('is turned on and off without a password by somebody who has neither one nor a provider', async () => {
    const neither = { identities: [], password: false }
    vi.mocked(calls.fetchSecondFactor).mockResolvedValue(off)
    vi.mocked(calls.fetchIdentities).mockResolvedValue(neither)
    vi.mocked(calls.beginSecondFactor).mockResolvedValue({
      secret: 'ABCDEFGH',
      otpauthUrl: 'otpauth://totp/x',
    })
    show(<TwoStepCard emailAddress="sam@example.org" staff />)
    await screen.findByText(/a link by e-mail must not be enough/)
    await press('Turn it on')
    expect(screen.queryByLabelText('Password')).toBeNull()
    await press('Next')
    await screen.findByText('ABCD EFGH')
    expect(calls.beginSecondFactor).toHaveBeenCalledWith(null, undefined)
    cleanup()

    vi.mocked(calls.fetchSecondFactor).mockResolvedValue({ ...off, enrolled: true, since: AT })
    show(<TwoStepCard emailAddress="sam@example.org" staff={false} />)
    await press('Turn it off')
    const question = await screen.findByRole('alertdialog')
    await within(question).findByText(/a link by e-mail alone opens your account/)
    expect(within(question).queryByLabelText('Password')).toBeNull()
    await userEvent.type(within(question).getByLabelText('Code from your app'), '123456')
    await press('Turn it off', question)
    await waitFor(() => expect(calls.dropSecondFactor).toHaveBeenCalledWith(null, '123456'))
  })

  it('is turned off without a word about passwords or links where single sign-on is the only way in', async () => {
    vi.mocked(calls.fetchSecondFactor).mockResolvedValue({ ...off, enrolled: true, since: AT })
    vi.mocked(calls.fetchIdentities).mockResolvedValue({ identities: [LINKED], password: false })
    show(<TwoStepCard emailAddress="sam@example.org" staff />, [CLUB], 'sso')
    await press('Turn it off')
    const question = await screen.findByRole('alertdialog')
    await within(question).findByText(/recovery codes stop working/)
    await waitFor(() =>
      expect(question.textContent).not.toMatch(/password|link by e-mail|team’s pages close/i),
    )
  })

  it('is the provider’s matter for somebody without a password', async () => {
    vi.mocked(calls.fetchSecondFactor).mockResolvedValue({ ...off, required: false })
    vi.mocked(calls.fetchIdentities).mockResolvedValue({ identities: [LINKED], password: false })
    show(<TwoStepCard emailAddress="sam@example.org" staff />)
    await screen.findByText(/turn two-step sign-in on there/)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('health consent', () => {
  const given: HealthConsent = { healthConsent: true, version: '2026-01', at: AT, currentVersion: '2026-01' }

  it('tells its version and day, and is withdrawn only after the warning', async () => {
    vi.mocked(calls.fetchHealthConsent).mockResolvedValueOnce(given)
    const none = { ...given, healthConsent: false }
    vi.mocked(calls.fetchHealthConsent).mockResolvedValue(none)
    vi.mocked(calls.saveHealthConsent).mockResolvedValue(none)
    show(<ConsentCard />)
    await screen.findByText(/on Sat 21 Nov 2026 \(version 2026-01 of the text\)/)
    await press('Withdraw my consent')
    expect(calls.saveHealthConsent).not.toHaveBeenCalled()
    await press('Withdraw and erase')
    expect(calls.saveHealthConsent).toHaveBeenCalledWith({ healthConsent: false }, expect.any(String))
    await screen.findByText(/Withdrawn on Sat 21 Nov 2026/)
    await press('I agree')
    expect(calls.saveHealthConsent).toHaveBeenCalledOnce()
    await userEvent.click(screen.getByRole('checkbox'))
    await press('I agree')
    expect(calls.saveHealthConsent).toHaveBeenLastCalledWith({ healthConsent: true }, expect.any(String))
  })

  it('keeps the focus in its card where the pressed button goes', async () => {
    const none = { ...given, healthConsent: false, withdrawn: true }
    vi.mocked(calls.fetchHealthConsent).mockResolvedValueOnce(given)
    vi.mocked(calls.fetchHealthConsent).mockResolvedValue(none)
    vi.mocked(calls.saveHealthConsent).mockResolvedValueOnce(none)
    show(<ConsentCard />)
    await press('Withdraw my consent')
    await press('Withdraw and erase')
    await screen.findByText('No consent, no health data')
    expect(document.activeElement).not.toBe(document.body)
    expect(document.activeElement?.textContent).toMatch(/^Health data.*No consent, no health data/)
    vi.mocked(calls.fetchHealthConsent).mockResolvedValue(given)
    vi.mocked(calls.saveHealthConsent).mockResolvedValueOnce(given)
    await userEvent.click(screen.getByRole('checkbox'))
    await press('I agree')
    await screen.findByText('Thank you')
    expect(screen.queryByRole('button', { name: 'I agree' })).toBeNull()
    expect(document.activeElement).not.toBe(document.body)
    expect(document.activeElement?.textContent).toMatch(/^Health data.*Thank you/)
  })

  it('takes with it what a booking that was begun keeps on the device', async () => {
    const details = { emergencyName: 'Bo', assistanceRequired: true, healthTyped: true }
    useBookingData.getState().update({ details })
    vi.mocked(calls.fetchHealthConsent).mockResolvedValue(given)
    vi.mocked(calls.saveHealthConsent).mockResolvedValue({ ...given, healthConsent: false })
    show(<ConsentCard />)
    await press('Withdraw my consent')
    expect(useBookingData.getState().details).toEqual(details)
    await press('Withdraw and erase')
    await waitFor(() => expect(useBookingData.getState().details).toBeNull())
  })

  it('shows no old failure when withdrawing it is tried again later', async () => {
    vi.mocked(calls.fetchHealthConsent).mockResolvedValue(given)
    vi.mocked(calls.saveHealthConsent).mockRejectedValueOnce(new ApiFailure('UNAVAILABLE', '', 503))
    show(<ConsentCard />)
    await press('Withdraw my consent')
    await press('Withdraw and erase')
    await screen.findByRole('alert')
    await press('Keep it')
    await press('Withdraw my consent')
    await screen.findByRole('alertdialog')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  // RULES 11.4
  it.each([
    ['withdrawn', given, { ...given, healthConsent: false, withdrawn: true }],
    ['given', { ...given, healthConsent: false, withdrawn: true }, given],
  ])(
    'that was %s although the answer was lost is not taken for the same wish later',
    async (_, first, then) => {
      const queries = queriesKnowing()
      const { queryKey } = healthConsentQuery()
      vi.mocked(calls.fetchHealthConsent).mockResolvedValue(first)
      renderQueried(<ConsentCard />, queries)
      const change = async () => {
        if (first.healthConsent) {
          await press('Withdraw my consent')
          return press('Withdraw and erase')
        }
        await userEvent.click(await screen.findByRole('checkbox'))
        return press('I agree')
      }
      vi.mocked(calls.saveHealthConsent).mockRejectedValueOnce(new ApiFailure('ERR_NETWORK', '', 0))
      await change()
      await screen.findByRole('alert')
      if (first.healthConsent) await press('Keep it')
      // It had been stored, and was then taken back on another device.
      act(() => queries.setQueryData(queryKey, { ...then, at: AT + 1 }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      act(() => queries.setQueryData(queryKey, { ...first, at: AT + 2 }))
      vi.mocked(calls.saveHealthConsent).mockResolvedValue(then)
      await change()
      const [lost, later] = vi.mocked(calls.saveHealthConsent).mock.calls
      expect(later?.[0]).toEqual(lost?.[0])
      expect(later?.[1]).not.toBe(lost?.[1])
    },
  )

  // RULES 6.2
  it('of an older text is told apart from one that was withdrawn, and can be withdrawn', async () => {
    const older = { ...given, healthConsent: false, version: '2025-01' }
    vi.mocked(calls.fetchHealthConsent).mockResolvedValueOnce(older)
    const withdrawn = { ...older, withdrawn: true }
    vi.mocked(calls.fetchHealthConsent).mockResolvedValue(withdrawn)
    vi.mocked(calls.saveHealthConsent).mockResolvedValue(withdrawn)
    show(<ConsentCard />)
    await screen.findByText('The text has changed')
    screen.getByText(/We still hold what you gave us\./)
    screen.getByText(/You agreed on Sat 21 Nov 2026 \(version 2025-01 of the text\)/)
    screen.getByText('Medical notes')
    screen.getByRole('button', { name: 'I agree' })
    await press('Withdraw my consent')
    expect(calls.saveHealthConsent).not.toHaveBeenCalled()
    await press('Withdraw and erase')
    await screen.findByText('No consent, no health data')
    expect(calls.saveHealthConsent).toHaveBeenCalledWith({ healthConsent: false }, expect.any(String))
    expect(screen.queryByRole('button', { name: 'Withdraw my consent' })).toBeNull()
    cleanup()

    vi.mocked(calls.fetchHealthConsent).mockResolvedValue({
      ...given,
      healthConsent: false,
      version: '2025-01',
      withdrawn: true,
    })
    show(<ConsentCard />)
    await screen.findByText(/Withdrawn on Sat 21 Nov 2026\. We hold nothing about your health\./)
    expect(screen.queryByText(/You agreed/)).toBeNull()
  })

  it('is to the version of the text that the page shows', async () => {
    const queries = queriesKnowing()
    queries.setQueryData(queryKeys.config, { authMode: 'both', libraryEntry: { libraryId: 'site' } })
    const text = {
      elements: { version: { value: '2026-01' }, healthLabel: { value: 'I agree to all of it.' } },
    }
    queries.setQueryData([...queryKeys.content, 'site', 'item', 'consent-text'], text)
    const older = { ...given, healthConsent: false, version: '2025-01' }
    vi.mocked(calls.fetchHealthConsent).mockResolvedValueOnce(older).mockResolvedValue(given)
    vi.mocked(calls.saveHealthConsent).mockResolvedValue(given)
    renderQueried(<ConsentCard />, queries)
    await userEvent.click(await screen.findByRole('checkbox', { name: 'I agree to all of it.' }))
    await press('I agree')
    const said = { healthConsent: true, version: '2026-01' }
    expect(calls.saveHealthConsent).toHaveBeenLastCalledWith(said, expect.any(String))
    await screen.findByText(/\(version 2026-01 of the text\)/)
  })

  it.each([
    ['a withdrawal', { withdrawn: true }, ['SCREENING_REQUIRED'], true],
    [
      'a withdrawal from an older text',
      { version: '2025-01', withdrawn: true },
      ['SCREENING_REQUIRED'],
      true,
    ],
    ['a change of the text', { version: '2025-01' }, ['GUARDIAN_REQUIRED'], false],
  ])('given again after %s leads to the questions if answers are gone', async (_, before, codes, gone) => {
    const none = { ...given, healthConsent: false, ...before }
    vi.mocked(calls.fetchHealthConsent).mockResolvedValueOnce(none)
    vi.mocked(calls.fetchHealthConsent).mockResolvedValue(given)
    vi.mocked(calls.saveHealthConsent).mockResolvedValue(given)
    const refusals = codes.map((code) => ({ code, message: '', field: '' }))
    fetchProfile.mockResolvedValue({ bookingEligibility: { mode: 'blocked', refusals } })
    show(<ConsentCard />)
    await userEvent.click(await screen.findByRole('checkbox'))
    await press('I agree')
    await screen.findByText('Thank you')
    await waitFor(() => expect(fetchProfile).toHaveBeenCalled())
    if (gone) await screen.findByRole('link', { name: 'Answer the health questions' })
    else expect(screen.queryByRole('link', { name: 'Answer the health questions' })).toBeNull()
  })

  it('that was never asked for leads to the questions', async () => {
    vi.mocked(calls.fetchHealthConsent).mockResolvedValue({
      healthConsent: false,
      version: null,
      at: null,
      currentVersion: '2026-01',
    })
    show(<ConsentCard />)
    const link = await screen.findByRole('link', { name: 'Answer the health questions' })
    expect(link.getAttribute('href')).toBe('/en-gb/register')
  })
})

describe('deleting an account', () => {
  // RULES 10.2
  it.each([
    ['a provider', [LINKED]],
    ['nothing that is connected', []],
  ])(
    'without a password, with %s, offers a fresh sign-in where the last is too old',
    async (_, identities) => {
      vi.mocked(calls.deleteAccount).mockRejectedValueOnce(new ApiFailure('SIGN_IN_AGAIN', '', 422))
      vi.mocked(calls.deleteAccount).mockResolvedValueOnce({ uaid: '7', signOutUrl: null })
      show(<DeleteDialog open methods={{ identities, password: false }} onClose={vi.fn()} />)
      expect(useFreshSignIn.getState().asked).toBe(false)
      await press('Delete for good')
      await screen.findByRole('alert')
      expect(calls.deleteAccount).toHaveBeenCalledWith(null)
      expect(useFreshSignIn.getState().asked).toBe(true)
      expect(end).not.toHaveBeenCalled()
      useFreshSignIn.getState().stop()
      await press('Delete for good')
      await waitFor(() => expect(end).toHaveBeenCalledWith('deleted', null))
    },
  )

  it('with a password sends nothing before it is typed', async () => {
    const signOutUrl = 'https://club.example/end'
    vi.mocked(calls.deleteAccount).mockResolvedValueOnce({ uaid: '7', signOutUrl })
    show(<DeleteDialog open methods={{ identities: [], password: true }} onClose={vi.fn()} />)
    await press('Delete for good')
    expect((await screen.findByRole('alert')).textContent).toContain('Enter your password.')
    expect(calls.deleteAccount).not.toHaveBeenCalled()
    await userEvent.type(screen.getByLabelText('Password'), 'six corners')
    await press('Delete for good')
    expect(calls.deleteAccount).toHaveBeenCalledWith('six corners')
    await waitFor(() => expect(end).toHaveBeenCalledWith('deleted', signOutUrl))
    expect(noteDeletion).not.toHaveBeenCalled()
  })

  it.each([
    ['is lost', new ApiFailure('ERR_NETWORK', '', 0), true],
    ['is that of something in between', new ApiFailure('504', '', 504), true],
    ['is no', new ApiFailure('PASSWORD_WRONG', '', 422, 'password'), false],
  ])('whose answer %s is noted as such', async (_, failure, unanswered) => {
    vi.mocked(calls.deleteAccount).mockRejectedValueOnce(failure)
    show(<DeleteDialog open methods={{ identities: [], password: true }} onClose={vi.fn()} />)
    await userEvent.type(screen.getByLabelText('Password'), 'six corners')
    await press('Delete for good')
    await screen.findByRole('alert')
    expect(noteDeletion.mock.calls).toEqual([[unanswered]])
    expect(end).not.toHaveBeenCalled()
  })
})
