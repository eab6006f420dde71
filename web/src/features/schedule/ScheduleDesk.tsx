import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, type CivilDate } from '../../academy/civil-date'
import { londonNow } from '../../academy/london'
import { lazyPart } from '../../components/lazy-part'
import { Stack } from '../../components/layout/Stack'
import { Loading, Skeleton } from '../../components/feedback/States'
import type { InAddress } from '../../state/address'
import { Loaded } from '../../state/Loaded'
import { DAY_START, USUAL_LENGTH } from './clock-time'
import { DayPanel } from './panels/DayPanel'
import { DaysPanel } from './panels/DaysPanel'
import { drawn, intentWords, isSamePlan, planOf, type Edit, type SessionPlan } from './edit'
import { HolidaysPanel } from './panels/HolidaysPanel'
import { HourGrid } from './hours/HourGrid'
import { ImpactDialog } from './change/ImpactDialog'
import { Legend } from './Legend'
import { MonthGrid } from './month/MonthGrid'
import { ChangeResult } from './change/ChangeResult'
import './tones.css'
import { SessionForm } from './panels/SessionForm'
import { Toolbar } from './Toolbar'
import { useChange } from './change/use-change'
import { columnsOf, mondayOf, monthDays, viewOf, type View } from './view'
import { scheduleQuery, type StoredSession } from './api'

/** What is open over the calendar. */
type Panel =
  | { what: 'days'; dates: readonly CivilDate[] }
  | { what: 'session'; plan: SessionPlan; session: StoredSession | null }
  | { what: 'holidays' }

/** The default start of a session, in minutes. */
const USUAL_START = DAY_START + 60

/** The requested days: the whole weeks of a month, or one week with its hours. */
function rangeOf({ show, day }: View): [CivilDate, CivilDate] {
  if (show !== 'month') return [mondayOf(day), addDays(mondayOf(day), 6)]
  const days = monthDays(day)
  return [days[0] ?? day, days.at(-1) ?? day]
}

const WeekLists = lazyPart(async () => (await import('./lists/WeekLists')).WeekLists)

/** The schedule: the calendar, or the weekly lists behind it. */
export function ScheduleDesk(props: InAddress) {
  if (props.query.show !== 'lists') return <Calendar {...props} />
  return (
    <WeekLists
      onBack={() => props.onQuery({ show: undefined })}
      pending={
        <Loading label="Loading the weekly times">
          <Skeleton height="40rem" />
        </Loading>
      }
    />
  )
}

/** A calendar to click and drag on; no change that affects a booking is saved without a decision about it. */
function Calendar({ query, onQuery }: InAddress) {
  const now = londonNow()
  const view = viewOf(query, now.date, 'month')
  const [panel, setPanel] = useState<Panel | null>(null)
  const change = useChange()
  const stored = useQuery({
    ...scheduleQuery(...rangeOf(view)),
    placeholderData: keepPreviousData,
  })
  const close = () => setPanel(null)
  const show = (next: View) => onQuery({ show: next.show, day: next.day })
  const act = (edit: Edit) => {
    close()
    change.start(edit)
  }
  const add = (span: { date: CivilDate; start: number; end: number }) =>
    setPanel({ what: 'session', plan: { kind: 'closed-session', ...span }, session: null })
  const usual = (date: CivilDate) => ({ date, start: USUAL_START, end: USUAL_START + USUAL_LENGTH })
  const open = (session: StoredSession) =>
    session.date < now.date
      ? setPanel({ what: 'days', dates: [session.date] })
      : setPanel({ what: 'session', plan: planOf(session), session })
  const move = (session: StoredSession, plan: SessionPlan) => {
    if (!isSamePlan(plan, planOf(session))) act({ act: 'change', session, plan })
  }

  const [day] = panel?.what === 'days' ? panel.dates : []
  const ahead = panel?.what === 'days' ? panel.dates.filter((date) => date >= now.date) : []
  return (
    <Stack gap={4} shrink="all">
      <Toolbar
        view={view}
        today={now.date}
        onView={show}
        onNew={() => add(usual(view.day < now.date ? now.date : view.day))}
        onHolidays={() => setPanel({ what: 'holidays' })}
        onLists={() => onQuery({ show: 'lists' }, true)}
      />
      <Loaded result={stored} label="Loading the schedule" height="44rem">
        {(data) => {
          const schedule = drawn(data, change.under)
          const places = new Map(data.days.map((day) => [day.date, day]))
          return (
            <>
              {view.show === 'month' ? (
                <MonthGrid
                  day={view.day}
                  today={now.date}
                  schedule={schedule}
                  places={places}
                  busy={change.busy}
                  onDays={(dates) => setPanel({ what: 'days', dates })}
                  onOpen={open}
                  onMove={move}
                  onGo={(date) => show({ ...view, day: date })}
                />
              ) : (
                <HourGrid
                  columns={columnsOf(view)}
                  schedule={schedule}
                  places={places}
                  times={data.times}
                  now={now}
                  busy={change.busy}
                  onDay={(date) => setPanel({ what: 'days', dates: [date] })}
                  onNew={add}
                  onOpen={open}
                  onMove={move}
                  onRemove={(session) => act({ act: 'remove', session })}
                  onTurn={(date) => show({ ...view, day: date })}
                />
              )}
              <Legend show={view.show} />
              {day !== undefined && ahead.length > 1 && (
                <DaysPanel dates={ahead} schedule={schedule} places={places} onClose={close} onEdit={act} />
              )}
              {day !== undefined && ahead.length <= 1 && (
                <DayPanel
                  date={ahead[0] ?? day}
                  past={ahead.length === 0}
                  schedule={schedule}
                  places={places.get(ahead[0] ?? day)}
                  onClose={close}
                  onEdit={act}
                  onOpen={open}
                  onNew={() => add(usual(ahead[0] ?? day))}
                  onHours={
                    view.show === 'day'
                      ? null
                      : () => {
                          close()
                          show({ show: 'day', day: ahead[0] ?? day })
                        }
                  }
                />
              )}
            </>
          )
        }}
      </Loaded>
      <ChangeResult
        change={change}
        onRevise={(edit) =>
          setPanel({
            what: 'session',
            plan: edit.plan,
            session: edit.act === 'change' ? edit.session : null,
          })
        }
      />
      {panel?.what === 'session' && (
        <SessionForm
          key={panel.session?.id ?? 'new'}
          plan={panel.plan}
          session={panel.session}
          today={now.date}
          onClose={close}
          onSave={(plan) =>
            act(panel.session ? { act: 'change', session: panel.session, plan } : { act: 'add', plan })
          }
          onRemove={(session) => act({ act: 'remove', session })}
        />
      )}
      {panel?.what === 'holidays' && <HolidaysPanel today={now.date} onClose={close} onEdit={act} />}
      {change.deciding && (
        <ImpactDialog
          intent={intentWords(change.deciding.edit)}
          bookings={change.deciding.bookings}
          refused={change.deciding.refused}
          busy={change.busy}
          error={change.failed?.error ?? null}
          onClose={change.dismiss}
          onSave={(decisions) => change.deciding && change.decide(change.deciding.edit, decisions)}
        />
      )}
    </Stack>
  )
}
