import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { fullName } from '../../academy/names'
import { counted } from '../../academy/numbers'
import { errorSentence } from '../../api/error-sentence'
import { detailsOf } from '../../api/refusal'
import { queryKeys } from '../../api/queries'
import { dateAndTime } from '../../academy/civil-date'
import { Button } from '../../components/Button'
import { classNames } from '../../components/class-names'
import { FormSummary, type FormProblem } from '../../components/form/FormSummary'
import { Notice } from '../../components/feedback/Notice'
import { SelectField } from '../../components/form/SelectField'
import { Stack } from '../../components/layout/Stack'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/use-form'
import { Cluster } from '../../components/layout/Cluster'
import text from '../../components/text.module.css'
import { useAlert } from '../../state/alert-store'
import { LeaveDialog } from '../../state/LeaveDialog'
import { useOperation } from '../../state/use-operation'
import { ChangedDialog } from './ChangedDialog'
import styles from './TeamForm.module.css'
import { MemberPicker, type Person } from './members/MemberPicker'
import { RefusedList } from './RefusedList'
import type { TeamDraft } from './draft'
import type { TeamsProps } from './props'
import { allCoachesQuery, saveTeam, type Team, type TeamEdit } from './api'
import { isDone } from './words'

/** The field of each value. */
const INPUT = { name: 'team-name', coach: 'team-coach', people: 'team-search', place: 'place-day' } as const

/** The longest name and the most athletes of a team, as the rules have them. */
const NAME_MAX = 60
const TEAM_MAX = 60

interface TeamFormProps extends Pick<TeamsProps, 'own' | 'pickPlace'> {
  start: TeamDraft
  /** The team that is changed; absent for a new one. */
  before?: Team
  onLeave: () => void
  onSaved: (id: string) => void
  /** Fetches the team again after somebody else has saved it. */
  onReload?: () => void
  /** Makes a new team of the same athletes, once nobody in the team has a test ahead. */
  onCopy?: () => void
}

/** A team's name, athletes and time. All athletes get a seat, or nothing changes. */
export function TeamForm({
  start: given,
  before,
  own,
  pickPlace: PickPlace,
  onLeave,
  onSaved,
  onReload,
  onCopy,
}: TeamFormProps) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  // What it began with: a refetch brings another object.
  const [start] = useState(given)
  const save = useOperation(saveTeam)
  const refused = detailsOf(save.error, 'TEAM_MEMBERS')?.members ?? []
  const places = detailsOf(save.error, 'TEAM_TOO_LARGE')
  const theirs = detailsOf(save.error, 'TEAM_CHANGED')?.current
  // Read when the form is left, before it is drawn again.
  const done = useRef(false)
  const store = async (draft: TeamDraft, seen: Seen) => {
    const outcome = await save.run(requestOf(draft, before, own, seen))
    void client.invalidateQueries({ queryKey: queryKeys.availability })
    if (!outcome.ok) return
    const placed = outcome.data.members.length > 0
    const message = `${draft.name.trim()}: saved.${placed ? ' E-mails about new places are on their way.' : ''}`
    show({ tone: 'good', message })
    void client.invalidateQueries({ queryKey: queryKeys.mine })
    done.current = true
    onSaved(outcome.data.teamBookingId)
  }
  const form = useForm({
    initial: start,
    check: problemsOf,
    send: (draft) => {
      void store(draft, { rev: before?.rev, opened: start.people.map(({ uaid }) => uaid) })
    },
    onChange: save.reset,
    nameOf: (key) => INPUT[key],
  })
  const { coach, people, place } = form.values
  const open = people.filter(isOpen)
  return (
    <form noValidate className={styles.form} onSubmit={form.props.onSubmit}>
      <h2 className={classNames(text.h3, text.anywhere)}>
        {before ? `Edit ${before.teamName}` : 'New team'}
      </h2>
      <FormSummary problems={form.problems} attempt={form.props.attempt} />
      <Stack gap={6} className={styles.parts}>
        <Stack gap={4} top shrink>
          <TextField label="Name of the team" {...form.field('name')} autoComplete="off" />
          {!own && <CoachField coach={coach} before={before} onCoach={(coach) => form.set({ coach })} />}
          <MemberPicker
            own={own ?? false}
            people={people}
            most={TEAM_MAX}
            refused={refused}
            error={form.errorOf('people')}
            onChange={(people) => form.set({ people })}
          />
        </Stack>
        <Stack gap={4} top shrink>
          <h3 className={text.h4}>Day and time</h3>
          {onCopy && open.length === 0 && people.length > 0 && (
            <Notice
              title="Everybody here has been tested, or didn’t come"
              actions={
                <Button variant="secondary" onClick={onCopy}>
                  New team with these athletes
                </Button>
              }
            >
              This team stays on its day. Add athletes to book them, or test the same ones again as a new
              team.
            </Notice>
          )}
          {open.length > 1 && (
            <p className={text.quiet}>
              {counted(open.length, 'athlete')}: a time that can’t hold them all is followed by the next ones.
            </p>
          )}
          <PickPlace
            kind="any"
            value={place}
            held={before ? { date: before.testDate, time: before.testTime } : null}
            team={placesOfTeam(people, start.people)}
            onChange={(place) => form.set({ place })}
          />
          {form.errorOf('place') && <p className={text.problem}>{form.errorOf('place')}</p>}
        </Stack>
      </Stack>
      {save.error && !theirs && (
        <Notice tone="problem" role="alert" title={refused.length > 0 ? 'Nothing was changed' : undefined}>
          {places ? (
            tooLarge(places, place.time ? dateAndTime(place.date, place.time) : '')
          ) : refused.length > 0 ? (
            <RefusedList refused={refused} people={people} />
          ) : (
            errorSentence(save.error)
          )}
        </Notice>
      )}
      <Cluster gap={3} className={styles.foot}>
        <Button type="submit" busy={save.status === 'loading'}>
          {before ? 'Save team' : bookText(people.length)}
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            done.current = true
            onLeave()
          }}
        >
          {before ? 'Leave it as it is' : 'Not now'}
        </Button>
      </Cluster>
      {theirs && before && (
        <ChangedDialog
          mine={form.values}
          theirs={theirs}
          own={own ?? false}
          busy={save.status === 'loading'}
          onMine={() => void store(form.values, { rev: theirs.rev, opened: theirs.uaids })}
          onTheirs={() => {
            save.reset()
            onReload?.()
          }}
          onClose={save.reset}
        />
      )}
      <LeaveDialog unsaved={() => !done.current && isChanged(form.values, start)}>
        {before ? 'The team is as it was' : 'The team is not booked yet'}, and what you typed is lost.
      </LeaveDialog>
    </form>
  )
}

/** Whether both lists have the same athletes, in any order: somebody who was taken out and added again is last. */
const areSame = (people: readonly Person[], others: readonly Person[]) => {
  const uaids = new Set(others.map(({ uaid }) => uaid))
  return people.length === uaids.size && people.every(({ uaid }) => uaids.has(uaid))
}

/** A day without a time is no change: the form begins with one. */
const isChanged = (draft: TeamDraft, start: TeamDraft) =>
  draft.name !== start.name ||
  draft.coach !== start.coach ||
  !areSame(draft.people, start.people) ||
  draft.place.time !== start.place.time ||
  (draft.place.time !== null && draft.place.date !== start.place.date)

interface CoachFieldProps {
  coach: string
  before?: Team
  onCoach: (coach: string) => void
}

function CoachField({ coach, before, onCoach }: CoachFieldProps) {
  const { data } = useQuery(allCoachesQuery())
  const options = (data ?? []).map((one) => ({ value: one.uaid, label: fullName(one) }))
  // The team's coach can be selected while the list is loading, and even if they are no longer a coach.
  if (before?.coachUaid && !options.some(({ value }) => value === before.coachUaid))
    options.unshift({ value: before.coachUaid, label: before.coachName || `No. ${before.coachUaid}` })
  return (
    <SelectField
      label="Coach"
      optional
      name="team-coach"
      placeholder="No coach"
      hint="Without a coach, programme delivery looks after the team."
      value={coach}
      options={options}
      onChange={(event) => onCoach(event.currentTarget.value)}
    />
  )
}

/** What was shown of the team: its revision, and its members as `opened`. */
type Seen = Pick<TeamEdit, 'rev' | 'opened'>

function requestOf(
  { name, coach, people, place }: TeamDraft,
  before: Team | undefined,
  own: boolean | undefined,
  seen: Seen,
): TeamEdit {
  return {
    ...(before && { teamBookingId: before.teamBookingId, ...seen }),
    teamName: name.trim(),
    testDate: place.date,
    testTime: place.time ?? '',
    uaids: people.map(({ uaid }) => uaid),
    // An empty number would count as absent, and leave the coach unchanged.
    ...(!own && (coach ? { coachUaid: coach } : { noCoach: true })),
    ...(place.bypass && { bypassBookingRule: true }),
  }
}

function problemsOf({ name, people, place }: TeamDraft): FormProblem[] {
  return [
    ...(name.trim() === '' ? [{ field: 'name', message: 'Give the team a name.' }] : []),
    ...(lettersOf(name) > NAME_MAX
      ? [
          {
            field: 'name',
            message: `A name has ${NAME_MAX} characters at most; this one has ${lettersOf(name)}.`,
          },
        ]
      : []),
    ...(people.length === 0 ? [{ field: 'people', message: 'Add at least one athlete to the team.' }] : []),
    ...(place.time === null ? [{ field: 'place', message: 'Pick a time.' }] : []),
  ]
}

const bookText = (count: number): string =>
  count === 0 ? 'Book the team' : `Book ${counted(count, 'athlete')}`

/** Characters as the rules count them. */
const lettersOf = (name: string): number => [...name.trim().replace(/\s+/g, ' ')].length

/**
 * The present time of an athlete of the team; none for one who is only to be booked, and for one whose test day is
 * over.
 */
const placeOf = ({ testDate, testTime }: Person) =>
  testDate && testTime ? { date: testDate, time: testTime } : undefined

/** Whether they are still to be tested in the team. */
const isOpen = ({ eventTestStatus }: Person) => eventTestStatus === undefined || !isDone({ eventTestStatus })

/** The team as the place picker takes it. */
function placesOfTeam(people: readonly Person[], before: readonly Person[]) {
  const stay = new Set(people.map(({ uaid }) => uaid))
  return {
    people: people.filter(isOpen).map((person) => ({
      uaid: person.uaid,
      name: fullName(person),
      at: placeOf(person),
    })),
    leaving: before
      .filter((person) => isOpen(person) && !stay.has(person.uaid))
      .flatMap((person) => placeOf(person) ?? []),
  }
}

function tooLarge({ remaining, needed }: { remaining: number; needed: number }, when: string): string {
  const left = remaining === 0 ? 'No place is' : remaining === 1 ? 'One place is' : `${remaining} places are`
  return `${left} left without a gap${when && ` from ${when}`}, and this needs ${needed}. Pick another time, or book fewer athletes. Nothing was changed.`
}
