import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ageOf, mayShare, sharingQuery } from '../../../api/cards'
import { profileQuery } from '../../../api/queries'
import { useSession } from '../../../auth/SessionProvider'
import { Notice } from '../../../components/feedback/Notice'
import { paths } from '../../../paths'
import { useHeldFinal } from '../use-held-final'

const ATHLETE = 1

/** Why an athlete is not on a board. */
type Absence = 'not competing' | 'ageless' | 'unseen' | 'held' | 'untested'

/** Why the viewer is not on the running season's board; undefined for staff and visitors, and until it is known. */
export function useAbsence(season: number): Absence | undefined {
  const { status, data: session } = useSession()
  const enabled = status === 'authenticated' && session?.role === ATHLETE
  const competes = useQuery({ ...profileQuery(), enabled }).data?.isCompetitor
  const sharing = useQuery({ ...sharingQuery(), enabled }).data
  const held = useHeldFinal(season, enabled)
  if (!enabled || competes === undefined || !sharing || held === undefined) return undefined
  if (!competes) return 'not competing'
  if (!mayShare(sharing)) return ageOf(sharing) === 'unknown' ? 'ageless' : 'unseen'
  return held ? 'held' : 'untested'
}

/** The same in words, with what changes it. */
export function absenceText(absence: Absence): ReactNode {
  switch (absence) {
    case 'not competing':
      return (
        <>
          You are tested for your scores alone, so you are on no board.{' '}
          <a href={paths.myProfile('details')}>Change that</a>
        </>
      )
    case 'ageless':
      return (
        <>
          We do not have your date of birth, so you are on no public board.{' '}
          <a href={paths.myProfile('date-of-birth')}>Add it</a>
        </>
      )
    case 'unseen':
      return (
        <>
          You are under 18, so you are on no public board unless you say so.{' '}
          <a href={paths.myProfile('sharing')}>Decide what others see</a>
        </>
      )
    case 'held':
      return 'Your final is revealed at the event.'
    case 'untested':
      return (
        <>
          You are not on this board yet. One test puts you there. <a href={paths.bookTest()}>Book a test</a>
        </>
      )
  }
}

/** Says to an athlete why they are not on the running season's board. */
export function Absent({ season }: { season: number }) {
  const absence = useAbsence(season)
  return absence ? <Notice>{absenceText(absence)}</Notice> : null
}
