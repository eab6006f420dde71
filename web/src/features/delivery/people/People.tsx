import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ROLE_NAME } from '../../../academy/names'
import { counted } from '../../../academy/numbers'
import type { RoleId } from '../../../api/types'
import { REVERSED, type CivilDate } from '../../../academy/civil-date'
import { londonToday } from '../../../academy/london'
import { Button } from '../../../components/Button'
import { Cluster } from '../../../components/layout/Cluster'
import { Icon } from '../../../components/graphics/Icon'
import { SearchField } from '../../../components/form/SearchField'
import { SelectField } from '../../../components/form/SelectField'
import { Stack } from '../../../components/layout/Stack'
import { EmptyState } from '../../../components/feedback/States'
import { DayRange } from '../../../components/form/DayRange'
import { classNames } from '../../../components/class-names'
import filterStyles from '../../../components/form/filters.module.css'
import text from '../../../components/text.module.css'
import type { AddressQuery, InAddress } from '../../../state/address'
import { Outdated } from '../../../components/feedback/Outdated'
import { Loaded } from '../../../state/Loaded'
import { days } from '../bookings/filters'
import { AddPerson } from './AddPerson'
import styles from './People.module.css'
import { PeopleTable } from './PeopleTable'
import { PersonDrawer } from './PersonDrawer'
import { ROLES } from './words'
import { peopleQuery, type PeopleFilters } from './api'

/** Everybody with an account, searched by part of a name, address, code or number; each opens in a drawer. */
export function People({ query, onQuery, uaid: own }: InAddress & { uaid: string }) {
  const [adding, setAdding] = useState(false)
  const filters = readFilters(query, londonToday())
  const reversed = filters.from !== undefined && filters.to !== undefined && filters.from > filters.to
  const list = useQuery({ ...peopleQuery(filters), enabled: !reversed })
  const users = list.data?.users ?? []
  const opened = query.uaid && /^\d{1,20}$/.test(query.uaid) ? query.uaid : undefined
  return (
    <Stack as="section" gap={5} shrink="children" aria-labelledby="people-title">
      <Cluster as="header" gap={[3, 5]} align="center" between>
        <h2 id="people-title" className={text.h3}>
          Users
        </h2>
        <Button onClick={() => setAdding(true)}>
          <Icon name="plus" small />
          Add a person
        </Button>
      </Cluster>
      <Stack as="search" gap={[4, 3]} align="start" className={classNames(styles.filters, filterStyles.days)}>
        <SearchField
          label="Search by name, e-mail, code or number"
          name="people-search"
          search={filters.search}
          onSearch={(search) => onQuery({ search })}
        />
        <SelectField
          label="Role"
          name="people-role"
          placeholder="Any"
          value={query.role ?? ''}
          options={ROLES.map((role) => ({ value: String(role), label: ROLE_NAME[role] }))}
          onChange={(event) => onQuery({ role: event.currentTarget.value })}
        />
        <DayRange
          prefix="people-"
          label="Booked from"
          from={filters.from ?? ''}
          to={filters.to ?? ''}
          problem={reversed && REVERSED}
          onChange={onQuery}
        />
      </Stack>
      <p role="status" className={classNames(styles.total, text.quietFigures)}>
        {list.data && !reversed && totalText(users.length, list.data.more)}
      </p>
      <Loaded result={list} label="Loading people" height="32rem">
        {() =>
          users.length > 0 ? (
            <Outdated when={list.isPlaceholderData}>
              <PeopleTable people={users} query={query} onOpen={(uaid) => onQuery({ uaid }, true)} />
            </Outdated>
          ) : (
            <EmptyState
              title="Nobody fits"
              action={
                <Button
                  variant="secondary"
                  onClick={() =>
                    onQuery({ search: undefined, role: undefined, from: undefined, to: undefined })
                  }
                >
                  Clear the search
                </Button>
              }
            >
              Try a part of the name, the e-mail, the booking code or the athlete number.
            </EmptyState>
          )
        }
      </Loaded>
      {opened && (
        <PersonDrawer
          key={opened}
          uaid={opened}
          own={opened === own}
          found={users.find(({ uaid }) => uaid === opened)}
          onClose={() => onQuery({ uaid: undefined })}
        />
      )}
      {adding && (
        <AddPerson
          onClose={() => setAdding(false)}
          onAdded={(uaid) => {
            setAdding(false)
            onQuery({ uaid }, true)
          }}
        />
      )}
    </Stack>
  )
}

function readFilters(query: AddressQuery, today: CivilDate): PeopleFilters {
  const { search, role } = query
  const wanted = Number(role) as RoleId
  return {
    search: search ?? '',
    ...(ROLES.includes(wanted) && { role: wanted }),
    ...days(query, today),
  }
}

function totalText(count: number, more: boolean): string {
  if (more) return `The first ${count}. Type more of the name to narrow it down.`
  return counted(count, 'person', 'people')
}
