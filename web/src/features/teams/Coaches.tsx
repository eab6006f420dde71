import { useQuery } from '@tanstack/react-query'
import { fullName } from '../../academy/names'
import { counted } from '../../academy/numbers'
import { Cluster } from '../../components/layout/Cluster'
import { Stack } from '../../components/layout/Stack'
import { EmptyState } from '../../components/feedback/States'
import { classNames } from '../../components/class-names'
import text from '../../components/text.module.css'
import { paths } from '../../paths'
import { Loaded } from '../../state/Loaded'
import styles from './Coaches.module.css'
import touch from '../../components/touch.module.css'
import { allCoachesQuery, type Coach } from './api'

/** The coaches, how to reach them, and links to their teams. */
export function Coaches() {
  const list = useQuery(allCoachesQuery())
  return (
    <Stack as="section" gap={5} shrink="children" aria-labelledby="coaches-title">
      <Cluster as="header" gap={[3, 5]} align="center" between>
        <h2 id="coaches-title" className={classNames(text.h3, text.anywhere)}>
          Coaches
        </h2>
      </Cluster>
      <Loaded result={list} label="Loading the coaches" height="16rem">
        {({ coaches, more }) =>
          coaches.length > 0 ? (
            <>
              <Stack as="ul" gap={0}>
                {coaches.map((coach) => (
                  <Row key={coach.uaid} coach={coach} />
                ))}
              </Stack>
              {more && <p className={text.quiet}>There are more than these.</p>}
            </>
          ) : (
            <EmptyState title="No coach yet">Give somebody the coach’s role under Users.</EmptyState>
          )
        }
      </Loaded>
    </Stack>
  )
}

function Row({ coach }: { coach: Coach }) {
  const { uaid, emailAddress, teams, upcoming } = coach
  return (
    <Stack as="li" gap={[0, 4]} className={styles.coach}>
      <div>
        <p className={text.strong}>{fullName(coach) || `No. ${uaid}`}</p>
        <p className={classNames(text.quiet, text.anywhere)}>{emailAddress}</p>
      </div>
      <p className={styles.count}>{counted(teams, 'team')}</p>
      <p className={styles.count}>{upcoming === 0 ? 'None upcoming' : `${upcoming} upcoming`}</p>
      <a
        className={classNames(styles.way, touch.line)}
        href={paths.deliveryAdmin({ section: 'teams', coach: uaid })}
      >
        Their teams
      </a>
    </Stack>
  )
}
