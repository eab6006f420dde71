import { useState } from 'react'
import { londonToday } from '../../../academy/london'
import { sentenceForCode } from '../../../api/errors'
import { NETWORK_CODE } from '../../../api/client/failure'
import { isOnline } from '../../../api/client/network'
import { addDays, REVERSED } from '../../../academy/civil-date'
import { LinkButton } from '../../../components/Button'
import { Card } from '../../../components/layout/Card'
import { Icon } from '../../../components/graphics/Icon'
import { Notice } from '../../../components/feedback/Notice'
import { Stack } from '../../../components/layout/Stack'
import { TextField } from '../../../components/form/TextField'
import { classNames } from '../../../components/class-names'
import filters from '../../../components/form/filters.module.css'
import textStyles from '../../../components/text.module.css'
import { Grid } from '../../../components/layout/Grid'

const LISTS = [
  {
    what: 'bookings',
    title: 'Bookings',
    text: 'A line for each booking of these days: athlete, code, place, status, t-shirt, team and final.',
  },
  {
    what: 'users',
    title: 'Users',
    text: 'A line for each account made on these days: how to reach them, role, sport and marketing choices.',
  },
  {
    what: 'results',
    title: 'Results',
    text: 'A line for each test taken on these days: points and every attempt.',
  },
  {
    what: 'teams',
    title: 'Teams',
    text: 'A line for each team that comes on these days: coach, members, and how many have finished.',
  },
] as const

/** How far back the files go by default. */
const BACK_DAYS = 30

/** Files for a spreadsheet: bookings, users, results and teams, between two dates or all of them. */
export function Exports() {
  const [from, setFrom] = useState(() => addDays(londonToday(), -BACK_DAYS))
  const [to, setTo] = useState(londonToday)
  const [offline, setOffline] = useState(false)
  const reversed = from !== '' && to !== '' && from > to
  const days = new URLSearchParams({ ...(from && { from }), ...(to && { to }) })
  return (
    <Stack as="section" gap={5} aria-labelledby="exports-title">
      <Stack as="header" gap={2}>
        <h2 id="exports-title" className={textStyles.h3}>
          Exports
        </h2>
        <p className={textStyles.intro}>
          CSV files that open in a spreadsheet. They hold no health details, and each download is noted in the
          audit log.
        </p>
      </Stack>
      <Stack gap={4} align="start" className={classNames(filters.pair, filters.days)}>
        <TextField
          label="From"
          optional
          type="date"
          name="exports-from"
          hint="From the start if empty"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextField
          label="To"
          optional
          type="date"
          name="exports-to"
          hint="To the end if empty"
          value={to}
          error={reversed ? REVERSED : undefined}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </Stack>
      {offline && (
        <Notice tone="problem" role="alert">
          {sentenceForCode(NETWORK_CODE)}
        </Notice>
      )}
      <Grid as="ul" gap={4} least={20}>
        {LISTS.map(({ what, title, text }) => (
          <Card key={what} as="li" level={3} title={title}>
            <p className={textStyles.intro}>{text}</p>
            <div>
              <LinkButton
                variant="secondary"
                href={`/api/event/admin/export?what=${what}&${days}`}
                download=""
                aria-disabled={reversed || undefined}
                onClick={(event) => {
                  setOffline(!isOnline())
                  if (reversed || !isOnline()) event.preventDefault()
                }}
              >
                <Icon name="download" small />
                Download {title.toLowerCase()}
              </LinkButton>
            </div>
          </Card>
        ))}
      </Grid>
    </Stack>
  )
}
