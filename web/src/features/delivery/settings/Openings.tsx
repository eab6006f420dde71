import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { serverNow } from '../../../api/clock'
import { dayMonth, dayMonthYear } from '../../../academy/civil-date'
import { londonDateTime } from '../../../academy/london'
import { Button } from '../../../components/Button'
import { classNames } from '../../../components/class-names'
import { Stack } from '../../../components/layout/Stack'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import { Table } from '../../../components/table/Table'
import text from '../../../components/text.module.css'
import { useFocusKept } from '../../../components/use-focus-kept'
import { ActionDialog } from '../../../state/ActionDialog'
import { Loaded } from '../../../state/Loaded'
import { settingsQuery, type StoredSettings } from './api'
import { OpeningDialog } from './OpeningDialog'
import { stageOf, type Opening } from './openings'
import styles from './ProgrammeSettings.module.css'
import { useOpeningEdit } from './use-openings'

/** Runs of days that open for booking at an announced time. */
export function Openings() {
  const result = useQuery(settingsQuery())
  return (
    <Loaded result={result} label="Loading the openings" height="20rem">
      {(stored) => <OpeningList stored={stored} />}
    </Loaded>
  )
}

const STAGE = { coming: 'Coming', open: 'Open', over: 'Over' } as const

const daysOf = ({ from, to }: Opening): string =>
  from === to ? dayMonthYear(from) : `${dayMonth(from)} to ${dayMonthYear(to)}`

type Open = { act: 'add' } | { act: 'change' | 'remove'; opening: Opening }

function OpeningList({ stored }: { stored: StoredSettings }) {
  const [open, setOpen] = useState<Open | null>(null)
  // The line with the pressed button goes, or becomes another one.
  const foot = useFocusKept<HTMLDivElement>((box) => box.querySelector('button'))
  const openings = stored.settings.openings ?? []
  const close = () => setOpen(null)
  return (
    <Stack gap={5} shrink="children">
      <p className={text.intro}>
        Days that open for booking at a time you announce. Until then the Book page shows them with a
        countdown; at that time they can be booked, even beyond the days open ahead.
      </p>
      {openings.length === 0 ? (
        <p className={text.aside}>No opening is scheduled. Days open as the booking settings say.</p>
      ) : (
        <Table
          look="rows"
          columns={['Days', 'Booking opens', 'Status', { label: <VisuallyHidden>Change</VisuallyHidden> }]}
          className={classNames(styles.table, styles.openings)}
        >
          <tbody>
            {openings.map((opening) => {
              const stage = stageOf(opening, serverNow())
              return (
                <tr key={opening.from}>
                  <th scope="row">{daysOf(opening)}</th>
                  <td data-label="Booking opens">{londonDateTime(opening.opensAt)}</td>
                  <td data-label="Status" className={stage === 'over' ? text.aside : undefined}>
                    {STAGE[stage]}
                  </td>
                  <td className={styles.acts}>
                    <Button variant="quiet" onClick={() => setOpen({ act: 'change', opening })}>
                      Change<VisuallyHidden> {daysOf(opening)}</VisuallyHidden>
                    </Button>
                    <Button variant="quiet" onClick={() => setOpen({ act: 'remove', opening })}>
                      Remove<VisuallyHidden> {daysOf(opening)}</VisuallyHidden>
                    </Button>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </Table>
      )}
      <div ref={foot}>
        <Button onClick={() => setOpen({ act: 'add' })}>Add an opening</Button>
      </div>
      {open?.act === 'add' && <OpeningDialog stored={stored} onClose={close} />}
      {open?.act === 'change' && <OpeningDialog stored={stored} opening={open.opening} onClose={close} />}
      {open?.act === 'remove' && <RemoveDialog stored={stored} opening={open.opening} onClose={close} />}
    </Stack>
  )
}

interface RemoveDialogProps {
  stored: StoredSettings
  opening: Opening
  onClose: () => void
}

function RemoveDialog({ stored, opening, onClose }: RemoveDialogProps) {
  const remove = useOpeningEdit()
  const confirm = async () => {
    const outcome = await remove.run({ stored, before: opening })
    if (outcome.ok) onClose()
  }
  return (
    <ActionDialog
      role="alertdialog"
      title="Remove this opening?"
      onClose={onClose}
      yes="Remove the opening"
      no="Keep it"
      variant="danger"
      operation={remove}
      onYes={() => void confirm()}
    >
      <p className={text.strong}>{daysOf(opening)}</p>
      <p>
        The booking settings apply again: a day within “Days open ahead” can be booked at once, a later one
        only when its turn comes. Bookings are kept.
      </p>
    </ActionDialog>
  )
}
