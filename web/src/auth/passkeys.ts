/**
 * Passkeys in this browser (RULES 10.9): WebAuthn's calls, with bytes in base64url as the server writes them. Loaded lazily,
 * and only where `canUsePasskeys` says yes.
 */
import { api } from '../api/client/client'
import type { Answer } from '../api/contract'

/** A challenge of the server: `publicKey` is what `navigator.credentials` takes, with bytes in base64url. */
export type Challenge = Answer<'PasskeyChallenge'>

/** What the server verifies. */
export interface PasskeyAnswer {
  challenge: string
  credential: ReturnType<typeof common> & { response: object }
}

interface Descriptor {
  id: string
  type: PublicKeyCredentialType
}

/** The parts of `publicKey` that are read here; the rest is passed on as it is. */
interface RequestJson {
  challenge: string
  timeout?: number
  rpId: string
  userVerification: UserVerificationRequirement
}

interface CreationJson {
  challenge: string
  rp: PublicKeyCredentialRpEntity
  user: { id: string; name: string; displayName: string }
  pubKeyCredParams: PublicKeyCredentialParameters[]
  timeout?: number
  attestation?: AttestationConveyancePreference
  authenticatorSelection?: AuthenticatorSelectionCriteria
  excludeCredentials?: Descriptor[]
}

/** A new challenge is taken this long before the server forgets the old one. */
const RENEW_MS = 4 * 60_000

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0))
}

function base64url(buffer: ArrayBuffer): string {
  const plain = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('')
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Why a passkey was not used or made, as a code of `api/errors.ts`; null if the person stopped it. */
export function passkeyProblem(cause: unknown): string | null {
  if (!(cause instanceof DOMException)) return 'PASSKEY_FAILED'
  switch (cause.name) {
    case 'AbortError':
      return null
    case 'NotAllowedError':
      return 'PASSKEY_STOPPED'
    case 'InvalidStateError':
      return 'PASSKEY_EXISTS'
    default:
      return 'PASSKEY_FAILED'
  }
}

// A browser answers one request at a time: the next one ends the one before.
let pending: AbortController | null = null

function begin(): AbortController {
  pending?.abort()
  return (pending = new AbortController())
}

async function get(
  { challenge, publicKey }: Challenge,
  own: AbortController,
  mediation?: CredentialMediationRequirement,
): Promise<PasskeyAnswer> {
  const { challenge: text, timeout, rpId, userVerification } = publicKey as RequestJson
  const found = await navigator.credentials.get({
    publicKey: { challenge: bytes(text), timeout, rpId, userVerification },
    signal: own.signal,
    ...(mediation && { mediation }),
  })
  if (!(found instanceof PublicKeyCredential)) throw new Error('no passkey')
  const { response } = found
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new Error('no assertion')
  return {
    challenge,
    credential: {
      ...common(found),
      response: {
        clientDataJSON: base64url(response.clientDataJSON),
        authenticatorData: base64url(response.authenticatorData),
        signature: base64url(response.signature),
        userHandle: response.userHandle && base64url(response.userHandle),
      },
    },
  }
}

const common = (credential: PublicKeyCredential) => ({
  id: credential.id,
  rawId: base64url(credential.rawId),
  type: credential.type,
  clientExtensionResults: credential.getClientExtensionResults(),
})

const signInChallenge = (): Promise<Challenge> => api.post('auth/passkeys/options', {})

/** Asks for a passkey in the browser's own window. */
export async function askForPasskey(): Promise<PasskeyAnswer> {
  const own = begin()
  return get(await signInChallenge(), own)
}

/** Makes a passkey. */
export async function makePasskey({ challenge, publicKey }: Challenge): Promise<PasskeyAnswer> {
  const own = begin()
  const options = publicKey as CreationJson
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: bytes(options.challenge),
      rp: options.rp,
      user: { ...options.user, id: bytes(options.user.id) },
      pubKeyCredParams: options.pubKeyCredParams,
      timeout: options.timeout,
      attestation: options.attestation,
      authenticatorSelection: options.authenticatorSelection,
      excludeCredentials: (options.excludeCredentials ?? []).map(({ id, type }) => ({ id: bytes(id), type })),
      extensions: { credProps: true },
    },
    signal: own.signal,
  })
  if (!(made instanceof PublicKeyCredential)) throw new Error('no passkey')
  const { response } = made
  if (!(response instanceof AuthenticatorAttestationResponse)) throw new Error('no attestation')
  return {
    challenge,
    credential: {
      ...common(made),
      response: {
        clientDataJSON: base64url(response.clientDataJSON),
        attestationObject: base64url(response.attestationObject),
        transports: response.getTransports(),
      },
    },
  }
}

/**
 * Lets the browser offer its passkeys among the suggestions of the name field (`autocomplete="username webauthn"`). A chosen
 * one is passed to `take`, until that says that somebody is signed in. Returns the function that stops it.
 */
export function offerPasskeys(take: (answer: PasskeyAnswer) => Promise<boolean>): () => void {
  let own = begin()
  const run = async () => {
    if ((await PublicKeyCredential.isConditionalMediationAvailable?.()) !== true) return
    // A press of the button ends the offer, whatever the offer is waiting for.
    while (!own.signal.aborted) {
      const challenge = await signInChallenge()
      if (own.signal.aborted) return
      let late = false
      const renewal = setTimeout(() => {
        late = true
        own.abort()
      }, RENEW_MS)
      try {
        if (await take(await get(challenge, own, 'conditional'))) return
      } catch (cause) {
        if (!late) throw cause
      } finally {
        clearTimeout(renewal)
      }
      if (late && own === pending) own = begin()
    }
  }
  // Nobody has asked for anything: what does not work here, does not show.
  void run().catch(() => undefined)
  return () => own.abort()
}

/** Tells the browser that the server does not know a passkey any more, so that it stops offering it. */
export async function forgetPasskey({ credential }: PasskeyAnswer): Promise<void> {
  if (!('signalUnknownCredential' in PublicKeyCredential)) return
  const unknown = { rpId: window.location.hostname, credentialId: credential.id }
  await PublicKeyCredential.signalUnknownCredential(unknown).catch(() => undefined)
}
