import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { useRef, useState } from 'react'
import { counted } from '../../../academy/numbers'
import { Button } from '../../../components/Button'
import { classNames } from '../../../components/class-names'
import { focusAfter } from '../../../components/focus-after'
import { Icon } from '../../../components/graphics/Icon'
import { TextField } from '../../../components/form/TextField'
import { Stack } from '../../../components/layout/Stack'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import { useOperation } from '../../../state/use-operation'
import { useSettled } from '../../../state/use-settled'
import { fullName, statusName } from '../../../academy/names'
import text from '../../../components/text.module.css'
import styles from './Picker.module.css'
import { athletesQuery, lookUp, type PersonMatch, type Member, type RefusedMember } from '../api'
import { isDone, reasonText } from '../words'

/** An athlete in the form: just found, or already a member. */
export type Person = Pick<PersonMatch, 'uaid' | 'firstName' | 'lastName'> &
  Partial<Pick<Member, 'eventTestStatus' | 'scoreRemoved' | 'testDate' | 'testTime'>>

interface MemberPickerProps {
  /** A coach's picker: their own athletes by name, others by full address or number. */
  own: boolean
  people: readonly Person[]
  most: number
  /** Who was refused, and why. */
  refused: readonly RefusedMember[]
  error?: string
  onChange: (people: readonly Person[]) => void
}

/** The members of the team: a search to add people, and a list to remove them. */
export function MemberPicker({ own, people, most, refused, error, onChange }: MemberPickerProps) {
  const full = people.length >= most
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = ({ uaid }: Person) =>
    focusAfter(
      () => onChange(people.filter((person) => person.uaid !== uaid)),
      () => heading.current,
    )
  return (
    <Stack gap={3} className={styles.picker}>
      <h3 ref={heading} tabIndex={-1} className={text.h4}>
        Athletes
      </h3>
      <Search
        own={own}
        people={people}
        full={full}
        error={error}
        onAdd={(person) => onChange([...people, person])}
      />
      <p className={text.quiet} role="status">
        {people.length === 0
          ? 'Nobody is in the team yet.'
          : `${counted(people.length, 'athlete')} in the team${full ? ', as many as a team can have' : ''}`}
      </p>
      {people.length > 0 && (
        <ul className={styles.list} aria-label="In the team">
          {people.map((person) => (
            <Row
              key={person.uaid}
              own={own}
              person={person}
              refused={refused.find(({ uaid }) => uaid === person.uaid)}
              onRemove={() => remove(person)}
            />
          ))}
        </ul>
      )}
    </Stack>
  )
}

interface RowProps extends Pick<MemberPickerProps, 'own'> {
  person: Person
  refused?: RefusedMember
  onRemove: () => void
}

function Row({ own, person, refused, onRemove }: RowProps) {
  const { eventTestStatus } = person
  const done = eventTestStatus !== undefined && isDone({ eventTestStatus })
  return (
    <li className={styles.row} data-refused={refused ? true : undefined}>
      <span className={styles.who}>
        <strong>{fullName(person)}</strong>
        <span className={styles.quiet}>No. {person.uaid}</span>
        {refused && <span className={text.problem}>{reasonText(refused)}</span>}
      </span>
      {done ? (
        <span className={styles.quiet}>
          {statusName(eventTestStatus, own ? undefined : (person.scoreRemoved ?? false))}
        </span>
      ) : (
        <button type="button" className={styles.remove} onClick={onRemove}>
          <Icon name="close" label={`Take ${fullName(person)} out of the team`} />
        </button>
      )}
    </li>
  )
}

/** With fewer letters a search finds too many people. */
const SEARCH_MIN = 3
/** A coach has few athletes. */
const OWN_SEARCH_MIN = 2
/** What names one person: a whole address, or an athlete number. */
const NAMES_ONE = /^(?:\S+@\S+\.\S+|\d{4,20})$/

/** The search result, without its other bookings. */
const asPerson = ({ uaid, firstName, lastName }: PersonMatch): Person => ({ uaid, firstName, lastName })

interface SearchProps {
  own: boolean
  people: readonly Person[]
  full: boolean
  error?: string
  onAdd: (person: Person) => void
}

function Search({ own, people, full, error, onAdd }: SearchProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const found = useQuery(athletesQuery(search))
  const searches = search.length >= (own ? OWN_SEARCH_MIN : SEARCH_MIN)
  // Looking up a stranger takes a press, since the server limits it.
  const look = useOperation(lookUp)
  const stranger = own && NAMES_ONE.test(search) && found.data?.users.length === 0
  const shown = look.data?.users ?? found.data?.users ?? []
  return (
    <Stack as="search" gap={3} className={styles.picker}>
      <TextField
        ref={field}
        label="Find an athlete"
        hint={
          own
            ? 'Your athletes by name. Anybody else by their whole e-mail or athlete number.'
            : 'Three letters of a name, or a whole athlete number, e-mail or code'
        }
        type="search"
        name="team-search"
        autoComplete="off"
        maxLength={100}
        disabled={full}
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          look.reset()
        }}
        onKeyDown={(event) => {
          // Enter here starts a search; it does not send the form.
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (stranger) void look.run(search)
        }}
      />
      <ErrorNotice error={look.error} />
      {searches && <ErrorNotice error={found.error} />}
      {searches && found.data && (
        <>
          <VisuallyHidden live>{counted(shown.length, 'athlete')} found</VisuallyHidden>
          {stranger && !look.data && (
            <Button
              variant="secondary"
              className={text.anywhere}
              busy={look.status === 'loading'}
              onClick={() => {
                // The button disappears: the focus moves to the field, right before the result.
                field.current?.focus()
                void look.run(search)
              }}
            >
              Look up {search}
            </Button>
          )}
          {shown.length === 0 && (!stranger || look.data) && (
            <p className={styles.quiet}>
              {stranger
                ? 'No athlete has that address or number.'
                : own
                  ? 'None of your athletes is called that. Type a whole e-mail or athlete number to look somebody up.'
                  : 'No athlete is called that. Check the spelling.'}
            </p>
          )}
          {shown.length > 0 && (
            <ul className={classNames(styles.list, styles.found)} aria-label="Found">
              {shown.map((person) => {
                const inTeam = people.some(({ uaid }) => uaid === person.uaid)
                return (
                  <li key={person.uaid}>
                    <button
                      type="button"
                      className={styles.row}
                      aria-disabled={inTeam || full || person.bookable === false}
                      onClick={() => !inTeam && !full && person.bookable !== false && onAdd(asPerson(person))}
                    >
                      <span className={styles.who}>
                        <strong>{fullName(person)}</strong>
                        <span className={styles.quiet}>No. {person.uaid}</span>
                        {person.bookable === false && (
                          <span className={text.problem}>
                            Can’t be booked right now. Ask them, or the academy.
                          </span>
                        )}
                      </span>
                      {person.bookable === false ? null : inTeam ? (
                        <span className={styles.quiet}>In the team</span>
                      ) : (
                        <Icon name="plus" label="Add" />
                      )}
                    </button>
                  </li>
                )
              })}
            </ul>
          )}
          {found.data.more && <p className={styles.quiet}>There are more. Type a little more.</p>}
        </>
      )}
    </Stack>
  )
}
