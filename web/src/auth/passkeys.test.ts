import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { canUsePasskeys } from './passkey-support'
import { askForPasskey, makePasskey, offerPasskeys, passkeyProblem } from './passkeys'

const post = vi.hoisted(() => vi.fn<(path: string, body: object) => Promise<object>>())
vi.mock('../api/client/client', () => ({ api: { post } }))

const buffer = (...bytes: number[]) => Uint8Array.from(bytes).buffer

class FakeCredential {
  static conditional = true
  static isConditionalMediationAvailable = () => Promise.resolve(FakeCredential.conditional)
  readonly id = '-_8'
  readonly rawId = buffer(251, 255)
  readonly type = 'public-key'
  constructor(readonly response: object) {}
  getClientExtensionResults = () => ({})
}
class FakeAssertion {
  readonly clientDataJSON = buffer(1)
  readonly authenticatorData = buffer(2, 3)
  readonly signature = buffer(4, 5, 6)
  readonly userHandle = null
}
class FakeAttestation {
  readonly clientDataJSON = buffer(1)
  readonly attestationObject = buffer(2)
  getTransports = () => ['internal']
}

const get = vi.fn<(options: CredentialRequestOptions) => Promise<FakeCredential>>()
const create = vi.fn<(options: CredentialCreationOptions) => Promise<FakeCredential>>()
const CHALLENGE = {
  challenge: 'sealed',
  publicKey: { challenge: '-_8', rpId: 'localhost', timeout: 300_000, userVerification: 'required' },
}

beforeEach(() => {
  FakeCredential.conditional = true
  vi.stubGlobal('PublicKeyCredential', FakeCredential)
  vi.stubGlobal('AuthenticatorAssertionResponse', FakeAssertion)
  vi.stubGlobal('AuthenticatorAttestationResponse', FakeAttestation)
  vi.stubGlobal('navigator', { credentials: { get, create } })
  get.mockReset()
  create.mockReset()
  post.mockReset()
  post.mockResolvedValue(CHALLENGE)
})
afterEach(() => {
  vi.useRealTimers()
})

const answer = () => new FakeCredential(new FakeAssertion())
const stopped = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, fail) => {
    signal?.addEventListener('abort', () => fail(new DOMException('', 'AbortError')))
  })

describe('a passkey (RULES 10.9)', () => {
  it('is asked for with the server’s bytes, and its answer is text', async () => {
    get.mockResolvedValue(answer())
    const found = await askForPasskey()
    const asked = get.mock.lastCall?.[0]
    expect(asked?.mediation).toBeUndefined()
    expect(asked?.publicKey).toMatchObject({
      challenge: Uint8Array.of(251, 255),
      rpId: 'localhost',
      userVerification: 'required',
    })
    expect(found).toEqual({
      challenge: 'sealed',
      credential: {
        id: '-_8',
        rawId: '-_8',
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: 'AQ', authenticatorData: 'AgM', signature: 'BAUG', userHandle: null },
      },
    })
  })

  it('is made for the account, and not where there is one already', async () => {
    create.mockResolvedValue(new FakeCredential(new FakeAttestation()))
    const made = await makePasskey({
      challenge: 'sealed',
      publicKey: {
        challenge: 'AQ',
        rp: { id: 'localhost', name: 'Sixfold' },
        user: { id: 'Ag', name: 'robin@athletes.example', displayName: 'Robin' },
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        excludeCredentials: [{ type: 'public-key', id: 'Aw' }],
      },
    })
    expect(create.mock.lastCall?.[0]?.publicKey).toMatchObject({
      user: { id: Uint8Array.of(2), name: 'robin@athletes.example' },
      excludeCredentials: [{ type: 'public-key', id: Uint8Array.of(3) }],
    })
    expect(made.credential).toMatchObject({
      response: { clientDataJSON: 'AQ', attestationObject: 'Ag', transports: ['internal'] },
    })
  })

  it('is offered until one signs in, with a new challenge before the old one ends', async () => {
    vi.useFakeTimers()
    const use = vi.fn().mockResolvedValueOnce(false).mockResolvedValueOnce(true)
    get.mockImplementationOnce(({ signal }) => stopped(signal))
    get.mockResolvedValue(answer())
    offerPasskeys(use)
    await vi.advanceTimersByTimeAsync(0)
    expect(get.mock.calls.map(([{ mediation }]) => mediation)).toEqual(['conditional'])
    await vi.advanceTimersByTimeAsync(4 * 60_000)
    expect(use).toHaveBeenCalledTimes(2)
    expect(post).toHaveBeenCalledTimes(3)
  })

  it('is offered no more once a press asks for one', async () => {
    get.mockImplementationOnce(({ signal }) => stopped(signal))
    get.mockResolvedValueOnce(answer())
    const use = vi.fn()
    offerPasskeys(use)
    await vi.waitFor(() => expect(get).toHaveBeenCalledOnce())
    await askForPasskey()
    await Promise.resolve()
    expect(get).toHaveBeenCalledTimes(2)
    expect(use).not.toHaveBeenCalled()
  })

  it.each(['before the offer has its challenge', 'while the one that was offered is verified'])(
    'is offered no more, and not in the way, when the press comes %s',
    async (moment) => {
      let open = () => {}
      const gate = new Promise<void>((resolve) => (open = resolve))
      const use = vi.fn(() => gate.then(() => false))
      if (moment.startsWith('before')) post.mockReturnValueOnce(gate.then(() => CHALLENGE))
      else get.mockResolvedValueOnce(answer())
      let answered = (_: FakeCredential) => {}
      offerPasskeys(use)
      await vi.waitFor(() => expect(post).toHaveBeenCalledOnce())
      if (moment.startsWith('while')) await vi.waitFor(() => expect(use).toHaveBeenCalledOnce())
      get.mockClear()
      get.mockImplementationOnce(({ signal }) =>
        Promise.race([stopped(signal), new Promise<FakeCredential>((resolve) => (answered = resolve))]),
      )
      const pressed = askForPasskey()
      await vi.waitFor(() => expect(get).toHaveBeenCalledOnce())
      open()
      await new Promise((resolve) => setTimeout(resolve))
      answered(answer())
      await expect(pressed).resolves.toMatchObject({ challenge: 'sealed' })
      expect(get).toHaveBeenCalledOnce()
    },
  )

  it('is not offered where the browser cannot, or once the page is left', async () => {
    FakeCredential.conditional = false
    offerPasskeys(vi.fn())
    await Promise.resolve()
    expect(post).not.toHaveBeenCalled()
    FakeCredential.conditional = true
    get.mockImplementation(({ signal }) => stopped(signal))
    const stop = offerPasskeys(vi.fn())
    await vi.waitFor(() => expect(get).toHaveBeenCalledOnce())
    stop()
    expect(get.mock.lastCall?.[0]?.signal?.aborted).toBe(true)
  })

  it('that was not used has a reason, unless the person stopped it', () => {
    const of = (name: string) => passkeyProblem(new DOMException('', name))
    expect(of('AbortError')).toBeNull()
    expect(of('NotAllowedError')).toBe('PASSKEY_STOPPED')
    expect(of('InvalidStateError')).toBe('PASSKEY_EXISTS')
    expect(of('SecurityError')).toBe('PASSKEY_FAILED')
    expect(passkeyProblem(new Error('x'))).toBe('PASSKEY_FAILED')
  })
})

it.each([
  ['localhost', true],
  ['sixfold.example', true],
  ['127.0.0.1', false],
  ['[::1]', false],
])('at %s there can be passkeys: %s', (hostname, can) => {
  vi.stubGlobal('location', { hostname })
  expect(canUsePasskeys()).toBe(can)
})

it('a browser without WebAuthn has none', () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  expect(canUsePasskeys()).toBe(false)
})
