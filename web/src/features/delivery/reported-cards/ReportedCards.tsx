import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/Button'
import { EmptyState } from '../../../components/feedback/States'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { useFocusKept } from '../../../components/use-focus-kept'
import { Loaded } from '../../../state/Loaded'
import { reportedCardsQuery, type Decision, type ReportedCard } from './api'
import { DecisionDialog } from './DecisionDialog'
import { Report } from './Report'

/** As many as one answer has. */
const MOST = 100

/** Shared cards that somebody has reported, oldest first: each stays public or is taken down. */
export function ReportedCards() {
  const list = useQuery(reportedCardsQuery())
  const [act, setAct] = useState<{ report: ReportedCard; decision: Decision } | null>(null)
  const heading = useFocusKept<HTMLHeadingElement>()
  return (
    <Stack as="section" gap={5} shrink="children" aria-labelledby="reported-cards-title">
      <Stack as="header" gap={2}>
        <h2 ref={heading} tabIndex={-1} id="reported-cards-title" className={text.h3}>
          Reported cards
        </h2>
        <p className={text.intro}>
          Public cards that somebody has reported. Nothing happens to one until you decide.
        </p>
      </Stack>
      <Loaded result={list} label="Loading the reported cards" height={['16rem', '16rem']}>
        {({ reports }) =>
          reports.length > 0 ? (
            <>
              <Stack as="ul" gap={4}>
                {reports.map((report) => (
                  <li key={report.shareId}>
                    <Report report={report} onDecide={(decision) => setAct({ report, decision })} />
                  </li>
                ))}
              </Stack>
              {reports.length === MOST && (
                <p className={text.quiet}>There may be more than these. They come as you decide.</p>
              )}
            </>
          ) : (
            <EmptyState
              title="No card has been reported"
              action={
                <Button variant="secondary" busy={list.isFetching} onClick={() => void list.refetch()}>
                  Look again
                </Button>
              }
            >
              A card that somebody reports on its public page appears here by itself.
            </EmptyState>
          )
        }
      </Loaded>
      {act && <DecisionDialog {...act} onClose={() => setAct(null)} />}
    </Stack>
  )
}
