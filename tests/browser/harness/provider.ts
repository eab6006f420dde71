// A real OpenID provider on a loopback port: one confidential client, PKCE needed, people of the test's choosing.
import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider'

import { type Token, readToken, signToken } from './id-token.ts'
import { consentPage, loginPage, logoutPage, plainPage } from './provider-pages.ts'
import { freePort } from './server.ts'

export interface Person {
  email: string
  /** Whether the provider has seen that the address is theirs (yes by default). */
  verified?: boolean
  givenName?: string
  familyName?: string
  /** The value of the claim `campus_role`. */
  role?: string | string[]
}

export interface ProviderOptions {
  /** The origin of the server whose people sign in here. */
  client: string
  /** Its id among the server's providers. */
  id?: string
  /** Keep the person's claims out of the ID token; then they are asked at the userinfo endpoint. */
  sparse?: boolean
}

const SECRET = 'the-secret-between-campus-and-sixfold'
const CLIENT = 'sixfold'
const HOUR = 3_600

export class IdentityProvider {
  readonly issuer: string
  /** Changes the next ID tokens before they leave; signed with the provider's own key unless it says otherwise. */
  forge: ((token: Token) => void) | undefined
  readonly #holding: ((callback: URL) => void)[] = []
  readonly #id: string
  readonly #key: KeyObject
  readonly #people = new Map<string, Person>()
  readonly #provider: Provider
  readonly #http: Server

  private constructor(issuer: string, options: ProviderOptions) {
    this.issuer = issuer
    this.#id = options.id ?? 'campus'
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
    this.#key = pair.privateKey
    this.#provider = new Provider(issuer, this.#configuration(options))
    this.#provider.use((ctx, next) => this.#meddle(ctx as KoaContextWithOIDC, next))
    const answer = this.#provider.callback()
    this.#http = createServer((request, response) => {
      const interaction = request.url?.startsWith('/interaction/')
      if (!interaction) return void answer(request, response)
      this.#interact(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
    })
  }

  static async start(options: ProviderOptions): Promise<IdentityProvider> {
    const port = await freePort()
    // Another site than the server's 127.0.0.1, as a provider is.
    const provider = new IdentityProvider(`http://localhost:${port}`, options)
    provider.#http.listen(port, '127.0.0.1')
    await once(provider.#http, 'listening')
    return provider
  }

  /** Goes away, as a provider does that is down: nothing listens any more. */
  async stop(): Promise<void> {
    if (!this.#http.listening) return
    const closed = once(this.#http, 'close')
    this.#http.close()
    this.#http.closeAllConnections()
    await closed
  }

  /** Comes back on the same port. */
  async comeBack(): Promise<void> {
    this.#http.listen(Number(new URL(this.issuer).port), '127.0.0.1')
    await once(this.#http, 'listening')
  }

  /** Lets somebody in and gives their subject. */
  add(person: Person): string {
    const subject = randomUUID()
    this.#people.set(subject, person)
    return subject
  }

  /** The provider's claims from now on. */
  change(subject: string, person: Person): void {
    this.#people.set(subject, person)
  }

  /** Keeps the next browser from going back, and gives the address to which it was to go. */
  hold(): Promise<URL> {
    return new Promise((resolve) => this.#holding.push(resolve))
  }

  /** The server's settings for this provider. */
  environment(more: Record<string, string> = {}): Record<string, string> {
    const settings: Record<string, string> = {
      NAME: 'Campus',
      ISSUER: this.issuer,
      CLIENT_ID: CLIENT,
      CLIENT_SECRET: SECRET,
      SCOPES: 'openid email profile campus',
      ROLE_CLAIM: 'campus_role',
      ROLE_MAP: 'front-desk=2,delivery=3,coaching=4',
      ...more,
    }
    const prefix = `SIXFOLD_OIDC_${this.#id.toUpperCase()}_`
    return Object.fromEntries(Object.entries(settings).map(([name, value]) => [prefix + name, value]))
  }

  #configuration({ client, sparse }: ProviderOptions): Configuration {
    return {
      clients: [
        {
          client_id: CLIENT,
          client_secret: SECRET,
          redirect_uris: [`${client}/api/auth/callback/${this.#id}`],
          post_logout_redirect_uris: [client, `${client}/`, `${client}/en-gb/`],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      jwks: { keys: [{ ...this.#key.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'campus-1' }] },
      cookies: { keys: [randomUUID()] },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'given_name', 'family_name'],
        campus: ['campus_role'],
      },
      conformIdTokenClaims: sparse ?? false,
      pkce: { required: () => true },
      ttl: {
        AccessToken: HOUR,
        AuthorizationCode: 60,
        Grant: HOUR,
        IdToken: HOUR,
        Interaction: HOUR,
        Session: HOUR,
      },
      interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
      findAccount: (_, subject) => this.#account(subject),
      features: {
        devInteractions: { enabled: false },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: (ctx, form) => {
            ctx.body = logoutPage(form)
          },
          postLogoutSuccessSource: (ctx) => {
            ctx.body = plainPage('Signed out of Campus')
          },
        },
      },
    }
  }

  #account(subject: string) {
    const person = this.#people.get(subject)
    if (!person) return undefined
    const { email, verified = true, givenName = 'Casey', familyName = 'Campus', role } = person
    const claims = {
      sub: subject,
      email,
      email_verified: verified,
      name: `${givenName} ${familyName}`,
      given_name: givenName,
      family_name: familyName,
      ...(role === undefined ? {} : { campus_role: role }),
    }
    return { accountId: subject, claims: () => claims }
  }

  async #meddle(ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> {
    await next()
    const back = ctx.response.get('location')
    if (new URL(back || this.issuer, this.issuer).pathname.startsWith('/api/auth/callback/')) {
      const held = this.#holding.shift()
      if (!held) return
      ctx.remove('location')
      ctx.status = 200
      ctx.body = plainPage('Held')
      return held(new URL(back))
    }
    const body = ctx.body as { id_token?: string } | undefined
    if (!this.forge || ctx.path !== '/token' || !body?.id_token) return
    const token = readToken(body.id_token, this.#key)
    this.forge(token)
    ctx.body = { ...body, id_token: signToken(token) }
  }

  async #interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session, grantId } = await this.#provider.interactionDetails(request, response)
    const action = request.url ?? ''
    if (request.method !== 'POST') {
      const hint = typeof params['login_hint'] === 'string' ? params['login_hint'] : ''
      const page = prompt.name === 'login' ? loginPage(action, hint) : consentPage(action)
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    }
    const fields = new URLSearchParams(await text(request))
    const finish = (result: Parameters<Provider['interactionFinished']>[2]) =>
      this.#provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true })
    if (fields.get('act') === 'deny')
      return finish({ error: 'access_denied', error_description: 'They would rather not.' })
    if (fields.get('act') === 'login') {
      const found = [...this.#people].find(([, person]) => person.email === fields.get('email'))
      if (!found) throw new Error(`nobody here has the address ${fields.get('email')}`)
      return finish({ login: { accountId: found[0] } })
    }
    const known = grantId ? await this.#provider.Grant.find(grantId) : undefined
    const grant = known ?? new this.#provider.Grant({ accountId: session?.accountId ?? '', clientId: CLIENT })
    grant.addOIDCScope(String(params['scope']))
    return finish({ consent: { grantId: await grant.save() } })
  }
}
