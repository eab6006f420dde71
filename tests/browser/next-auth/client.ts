// What the page offers to the journeys: next-auth's own functions, and what its hook has said so far.
import type {
  getCsrfToken,
  getProviders,
  getSession,
  SessionContextValue,
  signIn,
  signOut,
} from 'next-auth/react'

export interface Client {
  signIn: typeof signIn
  signOut: typeof signOut
  getSession: typeof getSession
  getCsrfToken: typeof getCsrfToken
  getProviders: typeof getProviders
  /** Of the hook that is shown; does nothing before there is one. */
  update: SessionContextValue['update']
  /** Each status of the hook, in order. */
  seen: string[]
  /** What the hook threw. */
  thrown: string[]
}

/** What next-auth's client and the web app's own both do, called in one way. */
export interface Either {
  signIn: (provider: string, fields: Record<string, string>, where: Where) => Promise<unknown>
  signOut: (callbackUrl: string) => Promise<unknown>
  /** Whose session it is; null for nobody and for a question that failed. */
  read: () => Promise<string | null>
  update: (data: object) => Promise<string | null>
}

export interface Where {
  redirect?: boolean
  callbackUrl?: string
}

declare global {
  interface Window {
    nextAuth: Client
    either: Either
  }
}

declare module 'next-auth' {
  interface Session {
    uaid: string
    role: number
    token: string
    stamp: number
  }
}
