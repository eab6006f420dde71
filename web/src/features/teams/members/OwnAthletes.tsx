import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateAndTime } from '../../../academy/civil-date'
import { fullName } from '../../../academy/names'
import { classNames } from '../../../components/class-names'
import { Icon } from '../../../components/graphics/Icon'
import { Stack } from '../../../components/layout/Stack'
import { EmptyState } from '../../../components/feedback/States'
import { SearchField } from '../../../components/form/SearchField'
import text from '../../../components/text.module.css'
import { Loaded } from '../../../state/Loaded'
import picker from './Picker.module.css'
import { ProfileSheet } from './ProfileSheet'
import { ownAthletesQuery, type PersonMatch } from '../api'
import { ACCESS_WORD } from '../words'

/** The athletes of a coach's teams, with a search; a name opens the profile. */
export function OwnAthletes() {
  const [words, setWords] = useState('')
  const [shown, setShown] = useState<PersonMatch | null>(null)
  const search = words.trim()
  const list = useQuery(ownAthletesQuery(search))
  return (
    <Stack as="section" gap={5} shrink="children" aria-label="Athletes">
      <search className={text.formMeasure}>
        <SearchField
          label="Search your athletes"
          hint="Name or athlete number"
          name="athletes-search"
          search={words}
          onSearch={setWords}
        />
      </search>
      <Loaded result={list} label="Loading your athletes" height="20rem">
        {({ users, more }) =>
          users.length > 0 ? (
            <>
              <ul className={picker.list}>
                {users.map((person) => (
                  <li key={person.uaid}>
                    <button
                      type="button"
                      className={classNames(picker.row, picker.opens)}
                      onClick={() => setShown(person)}
                    >
                      <span className={picker.who}>
                        <strong>{fullName(person)}</strong>
                        <span className={picker.quiet}>
                          No. {person.uaid}
                          {person.coachAccess && ` · ${ACCESS_WORD[person.coachAccess]}`}
                        </span>
                      </span>
                      <span className={picker.quiet}>
                        {person.bookingDate
                          ? dateAndTime(person.bookingDate, person.bookingTime)
                          : 'Nothing booked'}
                      </span>
                      <Icon name="chevronRight" small />
                    </button>
                  </li>
                ))}
              </ul>
              {more && <p className={text.quiet}>There are more than 100. Search to find the rest.</p>}
            </>
          ) : (
            <EmptyState title={search ? 'None of your athletes is called that' : 'No athletes yet'}>
              {search ? 'Check the spelling.' : 'The athletes of your teams appear here.'}
            </EmptyState>
          )
        }
      </Loaded>
      {shown && <ProfileSheet uaid={shown.uaid} name={shown} onClose={() => setShown(null)} />}
    </Stack>
  )
}
