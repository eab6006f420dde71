import { Cluster } from '../../components/layout/Cluster'
import { SESSION_KINDS, toneOf, WORDS } from './kinds'
import text from '../../components/text.module.css'
import touch from '../../components/touch.module.css'
import { classNames } from '../../components/class-names'
import styles from './Legend.module.css'
import type { Show } from './view'

/** What the calendar shows, and what the keys do in it. */
export function Legend({ show }: { show: Show }) {
  return (
    <Cluster gap={[2, 5]} between className={classNames(styles.foot, text.note)}>
      <Cluster as="ul" gap={[2, 4]} className={styles.legend} aria-label="What the calendar shows">
        {SESSION_KINDS.map((kind) => (
          <li key={kind}>
            <span className={styles.swatch} data-tone={toneOf(kind)} aria-hidden="true" />
            {WORDS[kind].label}
          </li>
        ))}
        <li>
          <span className={styles.swatch} data-tone="day" aria-hidden="true" />
          Closed day
        </li>
        <li>
          <span className={styles.swatch} data-tone="taken" aria-hidden="true" />
          Places taken
        </li>
      </Cluster>
      <details className={text.measure}>
        <summary className={touch.summary}>Mouse and keyboard</summary>
        {show === 'month' ? (
          <p>
            Press a day to open it; drag over several to close them; drag a session to another day. Arrow keys
            and Page Up and Down move, Shift with an arrow takes several days, Enter opens.
          </p>
        ) : (
          <p>
            Drag over the hours to add a session, drag one to move it, its edges to change its length. With
            the keyboard: arrow keys move the place for a new session, or the session that has the focus; with
            Shift, up and down change its end. Enter saves or opens, Escape puts back, Delete removes.
          </p>
        )}
      </details>
    </Cluster>
  )
}
