import { useEffect, useRef } from 'react'
import type { TeamsProps } from './props'
import { TeamDesk } from './TeamDesk'
import { TeamEditor } from './TeamEditor'
import { TeamList } from './TeamList'
import styles from './Teams.module.css'

/** The value of `team` in the address for a new team. */
const NEW = 'new'

/** Teams: the list, one with its athletes, and the form that makes or changes one. */
export function Teams(props: TeamsProps) {
  const { team, edit } = props.query
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef({ team, edit })
  useEffect(() => {
    if (shown.current.team === team && shown.current.edit === edit) return
    shown.current = { team, edit }
    // The views replace each other: the new one starts at its top, also for screen readers.
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'start' })
  }, [team, edit])
  return (
    <div ref={box} tabIndex={-1} className={styles.view}>
      <View {...props} />
    </div>
  )
}

function View(props: TeamsProps) {
  const { query, onQuery } = props
  const { team, edit } = query
  const back = () => onQuery({ team: undefined, edit: undefined }, true)
  const open = (id: string) => onQuery({ team: id, edit: undefined }, true)
  if (!team) return <TeamList {...props} onOpen={open} onNew={() => onQuery({ team: NEW }, true)} />
  if (team === NEW) return <TeamEditor {...props} key={NEW} onLeave={back} onSaved={open} />
  if (edit) return <TeamEditor {...props} key={team} id={team} onLeave={() => open(team)} onSaved={open} />
  return (
    <TeamDesk {...props} key={team} id={team} onBack={back} onEdit={() => onQuery({ edit: 'yes' }, true)} />
  )
}
