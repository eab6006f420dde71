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
import { inOrder, isShared, nameAmong, onBoards, type Order } from '../ceremony'
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
  const { held } = state
  const list = onBoards(held)
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
      {list.length > 0 && <Plan finals={list} called={called} reveal={reveal} onAlone={setAlone} />}
      <SeparateFinals
        title="Held, on no board"
        finals={held.filter((final) => !list.includes(final))}
        called={called}
        onAlone={setAlone}
      >
        No board shows them: they do not compete, are under 18 and have not asked to be seen, or were tested
        outside a season. A ceremony goes on without them.
      </SeparateFinals>
      {alone && <AloneDialog final={alone} reveal={reveal} onClose={() => setAlone(null)} />}
    </>
  )
}

interface PlanProps {
  finals: readonly RevealFinal[]
  /** The name of each for its buttons. */
  called: (final: RevealFinal) => string
  reveal: Reveal
  onAlone: (final: RevealFinal) => void
}

function Plan({ finals, called, reveal, onAlone }: PlanProps) {
  const [order, setOrder] = useState<Order>('ascending')
  const [own, setOwn] = useState<readonly string[]>([])
  const list = inOrder(finals, order, own)
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
      order === 'own' ? { action: 'start', eventBookingIds: bookings(list) } : { action: 'start', order },
    )
  const starting = reveal.busy && reveal.act !== null && 'action' in reveal.act
  return (
    <Stack gap={5} align="start" shrink="children" className={styles.setup}>
      <Card as="section" title="The ceremony" className={styles.plan}>
        <RadioGroup
          label="Order"
          name="reveal-order"
          options={ORDERS}
          value={order}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <Button size="large" wide busy={starting} aria-disabled={!reveal.online || undefined} onClick={start}>
          Start with {counted(list.length, 'athlete')}
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
          {(final, index) => (
            <FinalRow
              final={final}
              called={called(final)}
              step={index + 1}
              last={index === list.length - 1}
              shared={isShared(final, list)}
              onAlone={() => onAlone(final)}
            />
          )}
        </SortableList>
      </Stack>
    </Stack>
  )
}
