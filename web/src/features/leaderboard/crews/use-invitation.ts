import { useQuery, useQueryClient } from '@tanstack/react-query'
import { newKey } from '../../../api/client/client'
import { normaliseFailure, type ApiFailure } from '../../../api/client/failure'
import { profileQuery } from '../../../api/queries'
import { useSession } from '../../../auth/SessionProvider'
import { useOperation, type Operation } from '../../../state/use-operation'
import { waitsForGuardian } from '../../../state/waits-for-guardian'
import { crewQuery, crewsQuery, joinCrew, linkQuery, openLink, shareInCrew, type Sharing } from './api'

const TOKEN = /^[0-9A-Za-z_-]{22}$/

/** The token behind the `#` of a crew's link; null if it is none, or only a part of one. */
export function crewTokenOf(hash: string): string | null {
  const token = hash.replace(/^#/, '')
  return TOKEN.test(token) ? token : null
}

/** Where somebody stands with a crew's link. */
export type Invitation =
  | { state: 'incomplete' | 'loading' | 'signed-out' | 'invalid' }
  | { state: 'failed'; error: ApiFailure; retry: () => void; retrying: boolean }
  | { state: 'member'; crewId: string }
  | {
      state: 'open'
      name: string
      members: number
      /** Under 18, and a parent or guardian has yet to confirm. */
      waits: boolean
      join: Operation<Sharing, { crewId: string }>
    }

/** Joins the crew. Of somebody who joined before, in another tab or by a try whose answer was lost, the last choice counts. */
async function joinOrShare(crewToken: string, sharing: Sharing, key: string) {
  try {
    return await joinCrew({ crewToken, ...sharing }, key)
  } catch (cause) {
    const failure = normaliseFailure(cause)
    if (failure.errorCode !== 'ALREADY_MEMBER') throw failure
    const { crewId } = await openLink(crewToken)
    if (crewId === null) throw failure
    return shareInCrew({ crewId, ...sharing }, newKey())
  }
}

/** What a crew link leads to for the person who opened it. */
export function useInvitation(crewToken: string | null): Invitation {
  const { status } = useSession()
  const signedIn = status === 'authenticated'
  const queries = useQueryClient()
  const link = useQuery({ ...linkQuery(crewToken ?? ''), enabled: signedIn && crewToken !== null })
  const profile = useQuery({ ...profileQuery(), enabled: signedIn })
  const join = useOperation((sharing: Sharing, key) => joinOrShare(crewToken ?? '', sharing, key), {
    onSuccess: (crew) => {
      queries.setQueryData(crewQuery(crew.crewId).queryKey, crew)
      void queries.invalidateQueries({ queryKey: crewsQuery().queryKey, exact: true })
    },
    // The link was renewed meanwhile, or the crew has changed: ask again what it leads to.
    onError: ({ status: refused }) => {
      if (refused === 404 || refused === 409) void link.refetch()
    },
  })
  if (crewToken === null) return { state: 'incomplete' }
  if (status === 'unauthenticated') return { state: 'signed-out' }
  if (join.data) return { state: 'member', crewId: join.data.crewId }
  const error = link.error && normaliseFailure(link.error)
  if (error?.errorCode === 'CREW_LINK_INVALID') return { state: 'invalid' }
  if (error && !link.data)
    return { state: 'failed', error, retry: () => void link.refetch(), retrying: link.isFetching }
  if (!link.data || profile.isPending) return { state: 'loading' }
  const { crewId, name, members } = link.data
  if (crewId !== null) return { state: 'member', crewId }
  return { state: 'open', name, members, waits: waitsForGuardian(profile.data), join }
}
