import { useQuery } from '@tanstack/react-query'
import { serverNow } from '../../../api/clock'
import { configQuery } from '../../../api/queries'
import type { EventConfig } from '../../../api/types'
import { classNames } from '../../../components/class-names'
import { Cluster } from '../../../components/layout/Cluster'
import text from '../../../components/text.module.css'
import { paths } from '../../../paths'
import { placeText, sharedPositions } from '../board'
import { MovementMark } from '../Movement'
import styles from './OwnRank.module.css'
import { boardQuery } from '../api'
import { begunSeasons, isRunning } from '../../../academy/seasons'

/** The athlete's position on this season's board and how it has moved; nothing while there is none. */
export function OwnRank() {
  const config = useQuery(configQuery()).data
  return config ? <Rank config={config} /> : null
}

function Rank({ config }: { config: EventConfig }) {
  const [season] = begunSeasons(config.seasons, serverNow())
  return season && isRunning(season, serverNow()) ? <Place config={config} season={season} /> : null
}

function Place({ config, season }: { config: EventConfig; season: EventConfig['seasons'][number] }) {
  const { eventId } = config.event
  const board = useQuery(
    boardQuery({ eventId, season, gender: 'all', ages: 'all', test: 'final', top: 1 }),
  ).data
  const me = board?.me
  if (!board || !me) return null
  const shared = sharedPositions(board.around ?? []).has(me.position)
  return (
    <Cluster as="p" gap={[2, 4]} align="center" className={styles.rank}>
      <span className={text.quiet}>Season {season.season}</span>
      <a href={paths.leaderboard()} className={classNames(styles.place, text.figuresHeavy)}>
        {placeText(me.position, shared)}{' '}
        <span className={classNames(text.aside, text.body)}>of {board.total}</span>
      </a>
      <MovementMark row={me} />
    </Cluster>
  )
}
