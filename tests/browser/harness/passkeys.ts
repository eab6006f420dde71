// Chromium's virtual authenticator: a device that keeps passkeys and verifies its user, without anybody touching it.
import type { CDPSession, Page } from 'playwright-core'

declare global {
  interface Window {
    passkeyRequested: (mediation: string) => void
  }
}

export class VirtualAuthenticator {
  /** How its page has asked for passkeys, in order: `conditional` (at the name field) or `window`. */
  readonly requests: string[] = []
  readonly #cdp: CDPSession
  readonly #id: string

  private constructor(cdp: CDPSession, id: string) {
    this.#cdp = cdp
    this.#id = id
  }

  /** Gives a page a device. `attentive`: it answers at once; without it every request waits. */
  static async of(page: Page, { attentive = true } = {}): Promise<VirtualAuthenticator> {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: attentive,
      },
    })
    const device = new VirtualAuthenticator(cdp, authenticatorId)
    await page.exposeFunction('passkeyRequested', (mediation: string) => device.requests.push(mediation))
    await page.addInitScript(() => {
      const { credentials } = navigator
      const get = credentials.get.bind(credentials)
      credentials.get = (options) => {
        window.passkeyRequested(options?.mediation ?? 'window')
        return get(options)
      }
    })
    return device
  }

  /** The ids of the passkeys on it. */
  async passkeys(): Promise<string[]> {
    const { credentials } = await this.#cdp.send('WebAuthn.getCredentials', { authenticatorId: this.#id })
    return credentials.map(({ credentialId }) => credentialId)
  }

  /** Whether it answers requests at once. */
  async setAttentive(enabled: boolean): Promise<void> {
    await this.#cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: this.#id, enabled })
  }

  /** Whether its user is the right one: with `false` every verification fails. */
  async setVerified(isUserVerified: boolean): Promise<void> {
    await this.#cdp.send('WebAuthn.setUserVerified', { authenticatorId: this.#id, isUserVerified })
  }

  /** Its counter goes back, as that of a copy does. */
  async rewind(): Promise<void> {
    const { credentials } = await this.#cdp.send('WebAuthn.getCredentials', { authenticatorId: this.#id })
    for (const credential of credentials) {
      const { credentialId } = credential
      await this.#cdp.send('WebAuthn.removeCredential', { authenticatorId: this.#id, credentialId })
      await this.#cdp.send('WebAuthn.addCredential', {
        authenticatorId: this.#id,
        credential: { ...credential, signCount: 0 },
      })
    }
  }
}
