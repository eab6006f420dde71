import type { RoleId } from '../api/types'

/** What `GET /api/auth/session` returns for somebody who is signed in. */
export interface Session {
  user: { name?: string | null; email?: string | null; image?: string | null }
  expires: string
  uaid: string
  role: RoleId
  token?: string
  /** When they signed in, ms by the server's clock. */
  stamp: number
}

export type SessionStatus = 'loading' | 'authenticated' | 'unauthenticated'

/**
 * `loading` with data: the session is being updated. `lost`: it has ended, and the page waits for the same person to sign in
 * again.
 */
export type SessionState =
  | { status: 'loading'; data: Session | undefined; lost?: boolean }
  | { status: 'authenticated'; data: Session; lost?: boolean }
  | { status: 'unauthenticated'; data: null; lost?: false }

export const LOADING: SessionState = { status: 'loading', data: undefined }
export const SIGNED_OUT: SessionState = { status: 'unauthenticated', data: null }

/**
 * Why the session is over for this page: they signed out here, everywhere or in another tab, deleted their account, perhaps
 * did (the answer got lost), the 58 minutes are over, the server ended the session, somebody else signed in, or the path was not
 * for their role.
 */
export type SignOutReason =
  | 'signedOut'
  | 'everywhere'
  | 'deleted'
  | 'perhapsDeleted'
  | 'elsewhere'
  | 'over'
  | 'ended'
  | 'replaced'
  | 'role'

/** Sign-outs after which this device gets no more notifications for that person. */
const LEAVES_DEVICE: readonly SignOutReason[] = [
  'signedOut',
  'everywhere',
  'deleted',
  'perhapsDeleted',
  'replaced',
]

/** Whether the device's notifications go too: they outlive a session, not the person who signs out (RULES 16.8). */
export const leavesDevice = (why: SignOutReason): boolean => LEAVES_DEVICE.includes(why)

/**
 * Whether what the device keeps for use without a network goes too (RULES 10.7): also if the server has ended the session before
 * its time, as when its owner signs a lost phone out.
 */
export const dropsKept = (why: SignOutReason): boolean => leavesDevice(why) || why === 'ended'
