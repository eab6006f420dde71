import { useQuery } from '@tanstack/react-query'
import { londonToday } from '../../academy/london'
import { configQuery } from '../../api/queries'
import { Cluster } from '../../components/layout/Cluster'
import { Stack } from '../../components/layout/Stack'
import text from '../../components/text.module.css'
import type { InAddress } from '../../state/address'
import { BookingsPanel } from './panels/BookingsPanel'
import { DistributionPanel } from './panels/DistributionPanel'
import { FinalsPanel } from './panels/FinalsPanel'
import { RetestsPanel } from './panels/RetestsPanel'
import { UsePanel } from './panels/UsePanel'
import { WaitingPanel } from './panels/WaitingPanel'
import { chosenRange } from './range'
import { RangePicker } from './RangePicker'

/** How the academy is used, over any range of dates. */
export function Numbers({ query, onQuery }: InAddress) {
  const { data: config } = useQuery(configQuery())
  const chosen = chosenRange(query, londonToday(), config?.seasons ?? [])
  const range = { from: chosen.from, to: chosen.to }
  return (
    <Stack as="section" gap={5} shrink="all" aria-labelledby="numbers-title">
      <Cluster as="header" gap={[2, 5]} align="center" between>
        <h2 id="numbers-title" className={text.h3}>
          Numbers
        </h2>
      </Cluster>
      <RangePicker chosen={chosen} query={query} onQuery={onQuery} />
      <UsePanel range={range} />
      <BookingsPanel range={range} />
      <FinalsPanel range={range} />
      <RetestsPanel range={range} />
      <DistributionPanel range={range} test={query.test} onTest={(test) => onQuery({ test })} />
      <WaitingPanel range={range} />
    </Stack>
  )
}
