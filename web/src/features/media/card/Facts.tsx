import { useQuery } from '@tanstack/react-query'
import { cardFactsQuery, type CardFact, type CardFacts } from '../../../api/cards'
import { Loading, Skeleton } from '../../../components/feedback/States'
import { Switch } from '../../../components/form/Checkbox'
import { Grid } from '../../../components/layout/Grid'
import { Stack } from '../../../components/layout/Stack'
import { LoadError } from '../../../state/LoadError'
import text from '../../../components/text.module.css'
import { FACTS, factsOf, type FactChoice } from './formats'

interface FactsProps {
  picked: readonly CardFact[]
  /** What this card can show at all. */
  can: readonly CardFact[]
  onChange: (picked: CardFact[]) => void
  /** Whether the card is about the best of all visits, not about the newest. */
  ofBest: boolean
  /** Whether cards show the whole name; a public link shows the handle only with it. */
  wholeName: boolean
}

/** Facts about the newest visit only. */
const OF_NEWEST: readonly CardFact[] = ['rank', 'percentile', 'gain']

/** What a card shows beside what its template always has: a switch each, with the words that it would put there. */
export function Facts({ picked, can, onChange, ofBest, wholeName }: FactsProps) {
  const facts = useQuery(cardFactsQuery())
  const isElsewhere = ofBest && facts.data?.best === false
  const publicly = wholeName ? '' : '. On a public link only with your last name.'
  return (
    <Stack as="fieldset" gap={0} shrink>
      <legend className={text.legend}>On the card</legend>
      {facts.data ? (
        <Grid gap={[0, 5]} least={14} align="start">
          {FACTS.map((fact) => {
            const { id, name } = fact
            const other = isElsewhere && OF_NEWEST.includes(id)
            const words = can.includes(id) && !other ? wordsOf(facts.data, id) : null
            return (
              <Switch
                key={id}
                bare
                label={name}
                hint={
                  words === null
                    ? other
                      ? NOT_BEST
                      : reason(fact, can)
                    : words + (id === 'handle' ? publicly : '')
                }
                disabled={words === null}
                checked={words !== null && picked.includes(id)}
                onChange={({ target }) =>
                  onChange(factsOf(target.checked ? [...picked, id] : picked.filter((other) => other !== id)))
                }
              />
            )
          })}
        </Grid>
      ) : facts.isError ? (
        <LoadError query={facts} title="These choices did not load" />
      ) : (
        <Loading label="Looking up what your card can show">
          <Skeleton height="14rem" />
        </Loading>
      )}
    </Stack>
  )
}

const NOT_BEST = 'This card shows your best visit, and that is of your newest.'

/** Why a fact cannot be shown. */
const reason = ({ id, without }: FactChoice, can: readonly CardFact[]) =>
  can.includes(id) ? without : 'There is no room on this card.'

/** The words of a fact; null if there are none. */
function wordsOf({ shows }: CardFacts, fact: CardFact): string | null {
  if (fact !== 'marks') return shows[fact]
  return shows.marks ? 'As measured, beside the points' : null
}
