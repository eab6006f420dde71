import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { RoleId } from '../api/types'
import type { OperationStatus } from './operation'
import { onReset } from './resets'
import { PERSIST_VERSION, sealedStorage } from './storage/sealed-storage'

/** The details of a sign-in that continues with registration. */
interface TemporaryPerson {
  emailAddress: string
  firstName: string
  lastName: string
  gender: string
}

/**
 * The auth state. `error`, `isAuthenticated`, `status` and `token` are part of it although no screen reads them. The token lives in memory alone; the session gives it again after a reload.
 */
export interface AuthData {
  error: { errorCode: string; errorMessage: string } | null
  isAuthenticated: boolean
  /** The sign-in continues with registration, for which role and `temp` are known. */
  isRedirect: boolean
  /** Registration is done with `accountmanagement`: the account came from elsewhere. */
  userProfileRegistration: boolean
  role: RoleId | null
  /** When the sign-in was. */
  stamp: number | null
  /** One status for sign-in, staff sign-in, forgotten password and sign-up each. */
  status: {
    login: OperationStatus
    adminLogin: OperationStatus
    forgot: OperationStatus
    signup: OperationStatus
  }
  token: string | null
  uaid: string | null
  temp: TemporaryPerson | null
}

const EMPTY: AuthData = {
  error: null,
  isAuthenticated: false,
  isRedirect: false,
  userProfileRegistration: false,
  role: null,
  stamp: null,
  status: { login: 'idle', adminLogin: 'idle', forgot: 'idle', signup: 'idle' },
  token: null,
  uaid: null,
  temp: null,
}

interface AuthStore extends AuthData {
  update: (change: Partial<Omit<AuthData, 'status'>>) => void
  setStatus: (of: keyof AuthData['status'], status: OperationStatus, error?: AuthData['error']) => void
  reset: () => void
}

type StoredAuth = Pick<AuthData, 'isRedirect' | 'userProfileRegistration' | 'role' | 'stamp' | 'uaid'>

export const useAuthData = create<AuthStore>()(
  persist<AuthStore, [], [], StoredAuth>(
    (set) => ({
      ...EMPTY,
      update: (change) => set(change),
      setStatus: (of, status, error = null) =>
        set((state) => ({ status: { ...state.status, [of]: status }, error })),
      reset: () => set(EMPTY),
    }),
    {
      name: 'auth',
      version: PERSIST_VERSION,
      storage: sealedStorage<StoredAuth>(),
      // Temporary registration data is stripped from what is kept (RULES 10.7), and so is the token.
      partialize: ({ isRedirect, userProfileRegistration, role, stamp, uaid }) => ({
        isRedirect,
        userProfileRegistration,
        role,
        stamp,
        uaid,
      }),
    },
  ),
)

onReset(() => useAuthData.getState().reset())
