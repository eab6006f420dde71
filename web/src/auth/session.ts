import type { RoleId } from '../api/wire'

/** What `GET /api/auth/session` tells of somebody who is signed in. */
export interface Session {
  user: { name?: string | null; email?: string | null; image?: string | null }
  expires: string
  uaid: string
  role: RoleId
  token?: string
  /** When the sign-in was, by the server's clock, in milliseconds. */
  stamp: number
}

export type SessionStatus = 'loading' | 'authenticated' | 'unauthenticated'

export type SessionState =
  | { status: 'loading'; data: undefined }
  | { status: 'authenticated'; data: Session }
  | { status: 'unauthenticated'; data: null }

export const LOADING: SessionState = { status: 'loading', data: undefined }
export const SIGNED_OUT: SessionState = { status: 'unauthenticated', data: null }
