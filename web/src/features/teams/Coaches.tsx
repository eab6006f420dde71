import { useInfiniteQuery } from '@tanstack/react-query'
import { fullName } from '../../academy/names'
import { counted } from '../../academy/numbers'
import { Button } from '../../components/Button'
import { SearchField } from '../../components/form/SearchField'
import { Cluster } from '../../components/layout/Cluster'
import { Stack } from '../../components/layout/Stack'
import { Outdated } from '../../components/feedback/Outdated'
import { EmptyState } from '../../components/feedback/States'
import { classNames } from '../../components/class-names'
import text from '../../components/text.module.css'
import { paths } from '../../paths'
import type { InAddress } from '../../state/address'
import { Loaded } from '../../state/Loaded'
import { MoreButton } from '../../state/MoreButton'
import styles from './Coaches.module.css'
import touch from '../../components/touch.module.css'
import { coachesQuery, type Coach } from './api'

/** The coaches, how to reach them, and links to their teams. */
export function Coaches({ query, onQuery }: InAddress) {
  const search = query.search ?? ''
  const list = useInfiniteQuery(coachesQuery(search))
  const coaches = list.data?.pages.flatMap((page) => page.coaches) ?? []
  return (
    <Stack as="section" gap={5} shrink="children" aria-labelledby="coaches-title">
      <Cluster as="header" gap={[3, 5]} align="center" between>
        <h2 id="coaches-title" className={classNames(text.h3, text.anywhere)}>
          Coaches
        </h2>
      </Cluster>
      <search className={text.formMeasure}>
        <SearchField
          label="Search by name, e-mail or number"
          name="coaches-search"
          search={search}
          onSearch={(search) => onQuery({ search })}
        />
      </search>
      <Loaded result={list} label="Loading the coaches" height="16rem">
        {() =>
          coaches.length > 0 ? (
            <Outdated when={list.isPlaceholderData}>
              <Stack as="ul" gap={0} className={styles.list}>
                {coaches.map((coach) => (
                  <Row key={coach.uaid} coach={coach} />
                ))}
              </Stack>
              <MoreButton list={list}>Show more</MoreButton>
            </Outdated>
          ) : search.trim() ? (
            <EmptyState
              title="No coach fits"
              action={
                <Button variant="secondary" onClick={() => onQuery({ search: undefined })}>
                  Clear the search
                </Button>
              }
            >
              Try a part of the name, the e-mail or the number.
            </EmptyState>
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
