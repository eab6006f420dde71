import { memo } from 'react'
import { measureText } from '../../../academy/measure'
import { points } from '../../../academy/numbers'
import { TestArt } from '../../../components/art/TestArt'
import { Icon } from '../../../components/graphics/Icon'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import { classNames } from '../../../components/class-names'
import text from '../../../components/text.module.css'
import type { TestType, TestView } from '../model'
import styles from './Tiles.module.css'
import { Stack } from '../../../components/layout/Stack'
import { Cluster } from '../../../components/layout/Cluster'

/** Rendered once: a tap changes only numbers. */
const Drawing = memo(TestArt)

const STATUS = { open: 'Open', closed: 'Closed', dnt: 'Did not test' } as const

interface TilesProps {
  tests: readonly TestView[]
  chosen: TestType | null
  onChoose: (test: TestType) => void
}

export function Tiles({ tests, chosen, onChoose }: TilesProps) {
  return (
    <ul className={styles.tiles}>
      {tests.map((test) => (
        <li key={test.test}>
          <Tile view={test} chosen={test.test === chosen} onChoose={() => onChoose(test.test)} />
        </li>
      ))}
    </ul>
  )
}

function Tile({ view, chosen, onChoose }: { view: TestView; chosen: boolean; onChoose: () => void }) {
  const { test, status, attempts, best, score, protocol, unsent } = view
  return (
    <button
      type="button"
      className={styles.tile}
      data-status={status}
      aria-pressed={chosen}
      onClick={onChoose}
    >
      <Stack as="span" gap={0} start shrink>
        <span className={classNames(text.poster, text.h4, text.snug)}>{test}</span>
        <Cluster
          as="span"
          gap={1}
          inline
          nowrap
          align="center"
          className={classNames(styles.state, text.label, text.nowrap)}
        >
          {status === 'closed' && <Icon name="check" small />}
          {STATUS[status]}
        </Cluster>
      </Stack>
      <Stack as="span" gap={0} top shrink>
        {score !== null && status !== 'dnt' && (
          <span className={styles.score}>
            {points(score)}
            <VisuallyHidden> points</VisuallyHidden>
          </span>
        )}
        {status !== 'dnt' && (
          <span className={classNames(text.snug, text.quietFigures)}>
            {best === null ? 'No attempt yet' : measureText(best, protocol.unit)}
          </span>
        )}
        {unsent && <span className={classNames(styles.unsent, text.problem)}>Unsent</span>}
      </Stack>
      <Drawing test={test} className={styles.art} />
      <Cluster as="span" gap={0} nowrap>
        <Cluster as="span" gap={1} nowrap aria-hidden="true">
          {Array.from({ length: protocol.attempts }, (_, at) => (
            <span key={at} className={styles.pip} data-used={at < attempts.length} />
          ))}
        </Cluster>
        <VisuallyHidden>
          , {attempts.length} of {protocol.attempts} attempts
        </VisuallyHidden>
      </Cluster>
    </button>
  )
}
