import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import type { Crew, CrewRow } from './api'
import { memberName } from './changes'
import lanes from '../standings/BoardTable.module.css'
import styles from './CrewPage.module.css'

/** The members without a place: they have no final in this season, or keep it to themselves. */
export function OthersList({ rows, me }: { rows: readonly CrewRow[]; me: Crew['me'] }) {
  return (
    <Stack as="section" gap={2} aria-labelledby="crew-others">
      <h3 id="crew-others" className={text.h4}>
        Also in the crew
      </h3>
      <p className={text.note}>No final this season, or they keep it to themselves.</p>
      <Stack as="ul" gap={[2, 4]} className={styles.others}>
        {rows.map((row) => (
          <li key={row.memberId} className={text.name}>
            <bdi>{memberName(row, me)}</bdi>
            {row.isOwner && row.memberId !== me.memberId && <span className={text.aside}> owner</span>}
            {row.memberId === me.memberId && (
              <>
                {' '}
                <span className={lanes.you}>You</span>
              </>
            )}
          </li>
        ))}
      </Stack>
    </Stack>
  )
}
