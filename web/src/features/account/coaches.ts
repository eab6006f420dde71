// The coaches who have booked an athlete, and the athlete's answers to them.
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/queries'

export type CoachAccess = 'asked' | 'accepted' | 'declined'

/** `withdraw` takes a yes back and keeps the booking; `decline` cancels what the coach has booked as well. */
export type CoachAnswer = 'accept' | 'decline' | 'withdraw'

export interface OwnCoach {
  coachUaid: string
  name: string
  access: CoachAccess
  askedAt: string
  /** Null until there is an answer. */
  decidedAt: string | null
  /** Whether the programme's team has answered for them. */
  byTeam: boolean
  /** Open bookings that this coach has made. */
  openBookings: number
}

/** What a letter's link is about. */
export interface CoachRequest {
  name: string
  access: CoachAccess
  /** Empty where nothing of the coach's is booked any more. */
  testDate: string
  testTime: string
  cancelled: number
}

export const coachesQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'coaches'],
    queryFn: ({ signal }) => api.get<{ coaches: OwnCoach[] }>('user/coaches', {}, signal),
  })

export const answerCoach = (coachUaid: string, answer: CoachAnswer) =>
  api.post<{ coaches: OwnCoach[] }>('user/coaches', { coachUaid, answer })

/** Without an answer it only says what the link is about. */
export const answerByLink = (token: string, answer?: CoachAnswer) =>
  api.post<CoachRequest>('user/coaches/answer', answer === undefined ? { token } : { token, answer })
