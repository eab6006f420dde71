import { useState } from 'react'
import { counted } from '../../../academy/numbers'
import { Button } from '../../../components/Button'
import { Card } from '../../../components/layout/Card'
import { RadioGroup } from '../../../components/form/RadioGroup'
import { SortableList } from '../../../components/SortableList'
import { EmptyState } from '../../../components/feedback/States'
import { classNames } from '../../../components/class-names'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { AloneDialog } from './AloneDialog'
import { SeparateFinals } from './SeparateFinals'
import {
  bestBefore,
  inOrder,
  isShared,
  nameAmong,
  onBoards,
  seasonsOf,
  stepsOf,
  type Order,
} from '../ceremony'
import { FinalRow } from './FinalRow'
import { OnScreens } from '../OnScreens'
import styles from './Setup.module.css'
import type { Reveal } from '../use-reveal'
import type { RevealFinal, RevealState } from '../api'

const ORDERS: readonly { value: Order; label: string; hint: string }[] = [
  { value: 'ascending', label: 'Winner last', hint: 'From the lowest score up.' },
  { value: 'descending', label: 'Winner first', hint: 'From the highest score down.' },
  { value: 'own', label: 'Your own order', hint: 'Move the rows.' },
]

const bookings = (list: readonly RevealFinal[]) => list.map(({ bookingId }) => bookingId)

interface SetupProps {
  state: RevealState
  reveal: Reveal
}

/** Before a ceremony: the held finals, their order, and the start button. */
export function Setup({ state, reveal }: SetupProps) {
  const [alone, setAlone] = useState<RevealFinal | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const { held } = state
  const list = onBoards(held)
  const seasons = seasonsOf(list)
  const season = seasons.find((one) => one === chosen) ?? seasons[0]
  const called = (final: RevealFinal) => nameAmong(final, held)
  return (
    <>
      <OnScreens state={state} reveal={reveal} />
      {held.length === 0 && (
        <EmptyState title="Nothing is held back">
          Switch on “Hold for the reveal” on a tablet before a final goes in. It then waits here, and nobody
          else sees it.
        </EmptyState>
      )}
      {season !== undefined && (
        <Plan
          finals={list.filter((final) => final.season === season)}
          season={season}
          seasons={seasons}
          onSeason={setChosen}
          called={called}
          reveal={reveal}
          onAlone={setAlone}
        />
      )}
      <SeparateFinals
        title="Held, on no board"
        finals={held.filter((final) => !list.includes(final))}
        called={called}
        onAlone={setAlone}
      >
        No board shows them: they do not compete, are under 18 and have not asked to be seen, were tested
        outside a season, or have a final as good or better on the board. A ceremony goes on without them.
      </SeparateFinals>
      {alone && <AloneDialog final={alone} reveal={reveal} onClose={() => setAlone(null)} />}
    </>
  )
}

interface PlanProps {
  /** Those of the season. */
  finals: readonly RevealFinal[]
  season: number
  /** Those that have held finals. */
  seasons: readonly number[]
  onSeason: (season: number) => void
  /** The name of each for its buttons. */
  called: (final: RevealFinal) => string
  reveal: Reveal
  onAlone: (final: RevealFinal) => void
}

function Plan({ finals, season, seasons, onSeason, called, reveal, onAlone }: PlanProps) {
  const [order, setOrder] = useState<Order>('ascending')
  const [own, setOwn] = useState<readonly string[]>([])
  const list = inOrder(finals, order, own)
  const steps = stepsOf(list)
  const put = (items: readonly RevealFinal[]) => {
    setOwn(bookings(items))
    setOrder('own')
  }
  const choose = (value: string) => {
    const chosen = ORDERS.find((one) => one.value === value)
    if (chosen?.value === 'own') put(list)
    else if (chosen) setOrder(chosen.value)
  }
  const start = () =>
    reveal.do(
      order === 'own'
        ? { action: 'start', season, eventBookingIds: bookings(list) }
        : { action: 'start', season, order },
    )
  const starting = reveal.busy && reveal.act !== null && 'action' in reveal.act
  return (
    <Stack gap={5} align="start" shrink="children" className={styles.setup}>
      <Card as="section" title="The ceremony" className={styles.plan}>
        {seasons.length > 1 && (
          <RadioGroup
            label="Season"
            name="reveal-season"
            inline
            options={seasons.map((one) => ({ value: String(one), label: `Season ${one}` }))}
            value={String(season)}
            onChange={(event) => {
              onSeason(Number(event.currentTarget.value))
              setOrder('ascending')
            }}
          />
        )}
        <RadioGroup
          label="Order"
          name="reveal-order"
          options={ORDERS}
          value={order}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <Button size="large" wide busy={starting} aria-disabled={!reveal.online || undefined} onClick={start}>
          Start with {counted(steps.length, 'athlete')}
        </Button>
        <p className={text.quiet}>Starting reveals nobody yet. The first name comes with your first Next.</p>
      </Card>
      <Stack as="section" gap={3} className={styles.held} aria-labelledby="reveal-held">
        <h2 id="reveal-held" className={text.h3}>
          Held back <span className={classNames(text.normalWidth, text.quietFigures)}>{list.length}</span>
        </h2>
        <SortableList
          label="In the order in which they are revealed"
          whole
          items={list}
          keyOf={({ bookingId }) => bookingId}
          nameOf={called}
          onChange={put}
        >
          {(final) => (
            <FinalRow
              final={final}
              called={called(final)}
              step={steps.includes(final) ? steps.indexOf(final) + 1 : null}
              last={final === steps.at(-1)}
              shared={isShared(final, steps)}
              keeps={bestBefore(final, list)}
              onAlone={() => onAlone(final)}
            />
          )}
        </SortableList>
      </Stack>
    </Stack>
  )
}
