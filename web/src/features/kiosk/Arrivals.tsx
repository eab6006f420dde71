import css from './Arrivals.module.css'
import { Kiosks } from './Kiosks'
import { WhoIsHere } from './WhoIsHere'

/** The door, for staff: who is here, and the screens on which athletes check in. */
export function Arrivals() {
  return (
    <div className={css.arrivals}>
      <WhoIsHere />
      <Kiosks />
    </div>
  )
}
