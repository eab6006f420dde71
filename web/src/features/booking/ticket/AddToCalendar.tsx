import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '../../../components/Button'
import { Icon } from '../../../components/graphics/Icon'
import { saveFile } from '../../../components/save-file'
import { googleCalendar, outlookCalendar } from './calendar-links'
import { calendarFile, type CalendarEvent } from './ics'
import styles from './AddToCalendar.module.css'

/** A button that shows the calendars below it. The addresses are links: nothing of them is loaded here. */
export function AddToCalendar({ event }: { event: CalendarEvent }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && open) close()
  }
  const links = [
    ['Google Calendar', googleCalendar(event)],
    ['Outlook.com', outlookCalendar(event, 'live')],
    ['Outlook for work or school', outlookCalendar(event, 'office')],
  ] as const
  return (
    <>
      <Button
        ref={button}
        variant="secondary"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={onKeyDown}
      >
        <Icon name="calendar" small />
        Add to calendar
      </Button>
      {open && (
        <ul id={id} aria-label="Calendars" className={styles.list} onKeyDown={onKeyDown}>
          {links.map(([name, url]) => (
            <li key={name}>
              <a href={url} target="_blank" rel="noreferrer">
                {name}
              </a>
            </li>
          ))}
          <li>
            <button type="button" className={styles.file} onClick={() => saveCalendar(event)}>
              Apple Calendar, or any other: a file
            </button>
          </li>
        </ul>
      )}
    </>
  )
}

function saveCalendar(event: CalendarEvent): void {
  saveFile('sixfold-test.ics', new Blob([calendarFile(event)], { type: 'text/calendar' }))
}
