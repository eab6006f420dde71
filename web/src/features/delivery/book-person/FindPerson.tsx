import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { useState } from 'react'
import { dateAndTime } from '../../../academy/civil-date'
import { Button } from '../../../components/Button'
import { Cluster } from '../../../components/layout/Cluster'
import { Icon } from '../../../components/graphics/Icon'
import { SearchField } from '../../../components/form/SearchField'
import { Stack } from '../../../components/layout/Stack'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import text from '../../../components/text.module.css'
import { athletesToBookQuery, FIND_MIN, type PersonRow } from '../people/api'
import { nameOf } from '../people/words'
import styles from './BookPerson.module.css'

interface FindPersonProps {
  atDesk: boolean
  onChoose: (uaid: string) => void
  /** Opens the form for a new account. */
  onAdd?: () => void
}

/** An athlete by name, e-mail, code or number. */
export function FindPerson({ atDesk, onChoose, onAdd }: FindPersonProps) {
  const [words, setWords] = useState('')
  const search = words.trim()
  const found = useQuery(athletesToBookQuery(search, atDesk))
  const searches = search.length >= FIND_MIN
  const users = found.data?.users ?? []
  return (
    <Stack as="search" gap={4} shrink="all">
      <SearchField
        label="Who is it?"
        hint="Three letters of a name, or their whole e-mail, code or athlete number"
        data-first-focus=""
        name="book-person-search"
        search={words}
        onSearch={setWords}
      />
      {searches && <ErrorNotice error={found.error} />}
      {searches && found.data && (
        <>
          <VisuallyHidden live>
            {users.length === 1 ? '1 person found' : `${users.length} people found`}
          </VisuallyHidden>
          {users.length === 0 && <p className={text.note}>No athlete found. Check the spelling.</p>}
          <Stack as="ul" gap={0}>
            {users.map((person) => (
              <li key={person.uaid}>
                <button type="button" className={styles.person} onClick={() => onChoose(person.uaid)}>
                  <Stack as="span" gap={0} shrink className={text.anywhere}>
                    <strong>{nameOf(person)}</strong>
                    <span className={text.note}>
                      {[person.emailAddress, `No. ${person.uaid}`, when(person)].filter(Boolean).join(' · ')}
                    </span>
                  </Stack>
                  <Icon name="chevronRight" small />
                </button>
              </li>
            ))}
          </Stack>
          {found.data.more && <p className={text.note}>There are more. Type a little more of the name.</p>}
        </>
      )}
      {onAdd ? (
        <Cluster as="p" gap={2} align="center">
          Not here yet?{' '}
          <Button variant="quiet" onClick={onAdd}>
            <Icon name="plus" small />
            Add a person
          </Button>
        </Cluster>
      ) : (
        <p className={text.note}>
          No account yet? They sign up on the site, or programme delivery adds them.
        </p>
      )}
    </Stack>
  )
}

const when = (person: PersonRow): string =>
  person.bookingDate ? `booked ${dateAndTime(person.bookingDate, person.bookingTime)}` : ''
