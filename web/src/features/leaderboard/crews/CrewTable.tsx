import { Fragment, useState, type CSSProperties } from 'react'
import { points } from '../../../academy/numbers'
import { SmallHexagon } from '../../../components/art/SmallHexagon'
import { classNames } from '../../../components/class-names'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import text from '../../../components/text.module.css'
import touch from '../../../components/touch.module.css'
import { sharedPositions } from '../board'
import { MovementMark } from '../Movement'
import lanes from '../standings/BoardTable.module.css'
import { Place, PlaceHead } from '../standings/Place'
import type { Crew } from './api'
import { memberName, type Changes, type RankedRow } from './changes'
import { CompareCorners } from './CompareCorners'
import styles from './CrewTable.module.css'

interface CrewTableProps {
  caption: string
  rows: readonly RankedRow[]
  me: Crew['me']
  changes: Changes
  busy: boolean
}

/** The members who share a final, as on the season's board; a hexagon opens the six scores behind it. */
export function CrewTable({ caption, rows, me, changes, busy }: CrewTableProps) {
  const [open, setOpen] = useState<string | null>(null)
  const shared = sharedPositions(rows)
  return (
    <table className={classNames(lanes.table, busy && lanes.busy)} aria-busy={busy || undefined}>
      <caption className={lanes.caption}>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead className={lanes.head}>
        <tr>
          <PlaceHead />
          <th scope="col" className={lanes.name}>
            Athlete
          </th>
          <th scope="col" className={styles.corners}>
            <VisuallyHidden>Six scores</VisuallyHidden>
          </th>
          <th scope="col" className={lanes.score}>
            Score
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { memberId, position, score, corners } = row
          const mine = memberId === me.memberId
          const name = memberName(row, me)
          const isOpen = corners !== null && open === memberId
          const moved = changes.get(memberId)
          return (
            <Fragment key={memberId}>
              <tr
                className={classNames(
                  lanes.row,
                  mine && lanes.mine,
                  position <= 3 && lanes.top,
                  moved !== undefined && styles.changed,
                )}
                style={{ '--share': `${Math.max(0, Math.min(100, score))}%` } as CSSProperties}
              >
                <Place position={position} shared={shared.has(position)}>
                  {/* Lights up again with each new final. */}
                  {moved !== undefined && (
                    <span key={`${position} ${score}`} className={styles.flash} aria-hidden="true" />
                  )}
                </Place>
                <th scope="row" className={lanes.name}>
                  <bdi>{name}</bdi>
                  {row.isOwner && !mine && <span className={text.aside}> owner </span>}
                  {mine && <span className={lanes.you}>You</span>}
                  {moved !== undefined && moved !== position && (
                    <span className={styles.moved}>
                      <MovementMark row={{ position, prevPosition: moved }} />
                    </span>
                  )}
                </th>
                <td className={styles.corners}>
                  {corners ? (
                    <button
                      type="button"
                      className={classNames(touch.square, styles.opener)}
                      aria-expanded={isOpen}
                      aria-label={`Six scores of ${name}`}
                      onClick={() => setOpen(isOpen ? null : memberId)}
                    >
                      <SmallHexagon scores={corners} />
                    </button>
                  ) : (
                    <VisuallyHidden>Not shared</VisuallyHidden>
                  )}
                </td>
                <td className={lanes.score}>{points(score)}</td>
              </tr>
              {isOpen && (
                <tr>
                  <td colSpan={4} className={styles.compared}>
                    <CompareCorners
                      name={mine ? 'You' : name}
                      corners={corners}
                      own={mine ? null : me.corners}
                    />
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}
