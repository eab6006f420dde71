import { useQuery } from '@tanstack/react-query'
import { mayShare, sharingQuery } from '../../../api/cards'
import { profileQuery } from '../../../api/queries'
import { useSession } from '../../../auth/SessionProvider'
import { Notice } from '../../../components/feedback/Notice'
import { paths } from '../../../paths'
import { useHeldFinal } from '../use-held-final'

const ATHLETE = 1

/** Why an athlete is not on the running season's board, and what changes that. Nothing for staff and visitors. */
export function Absent({ season }: { season: number }) {
  const { data: session } = useSession()
  return session?.role === ATHLETE ? <Reason season={season} /> : null
}

function Reason({ season }: { season: number }) {
  const competes = useQuery(profileQuery()).data?.isCompetitor
  const sharing = useQuery(sharingQuery()).data
  const held = useHeldFinal(season)
  if (competes === undefined || !sharing || held === undefined) return null
  return (
    <Notice>
      {!competes ? (
        <>
          You are tested for your scores alone, so you are on no board.{' '}
          <a href={paths.myProfile('details')}>Change that</a>
        </>
      ) : !mayShare(sharing) ? (
        <>
          You are under 18, so you are on no public board unless you say so.{' '}
          <a href={paths.myProfile('sharing')}>Decide what others see</a>
        </>
      ) : held ? (
        'Your final is revealed at the event.'
      ) : (
        <>
          You are not on this board yet. One test puts you there. <a href={paths.bookTest()}>Book a test</a>
        </>
      )}
    </Notice>
  )
}
