import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { serverNow } from '../../api/clock'
import { configQuery, profileQuery } from '../../api/queries'
import type { OwnResult } from '../../api/wire'
import { Button } from '../../components/Button'
import { Icon } from '../../components/Icon'
import { useSiteTitle } from '../../components/site-title'
import { useLoadedRules } from '../../features/content/use-loaded-rules'
import { cardData } from '../../features/media/card-data'
import { fieldShare, testsOf } from '../../features/results/outcome'

const ScoreCardDialog = lazy(async () => ({
  default: (await import('../../features/media/ScoreCardDialog')).ScoreCardDialog,
}))

/** Opens the score card of a result. A held one has none: it would tell before the reveal. */
export function ScoreCardButton({ result }: { result: OwnResult }) {
  const [open, setOpen] = useState(false)
  const site = useSiteTitle()
  const { rules, failed } = useLoadedRules()
  const config = useQuery(configQuery())
  const profile = useQuery(profileQuery())
  if (result.held) return null
  const data =
    config.data && profile.data && (rules || failed)
      ? cardData({
          site,
          firstName: profile.data.firstName,
          lastName: profile.data.lastName,
          entries: [
            {
              eventTestDate: result.eventTestDate,
              eventTestStatus: 'completed',
              eventTestScore: result.score,
              results: result.tests.map(({ TestType, score }) => ({ testType: TestType, score })),
            },
          ],
          seasonOn: (date) => {
            const season = rules?.seasonOn(config.data.seasons, date)
            return (season && rules?.seasonLabel(season.season, serverNow())) ?? null
          },
        })
      : null
  return (
    <>
      <Button variant="secondary" busy={open && !data} onClick={() => setOpen(true)}>
        <Icon name="download" small />
        Score card
      </Button>
      {open && data && (
        <Suspense fallback={null}>
          <ScoreCardDialog
            data={data}
            ratings={{
              final: fieldShare(result.percentile),
              tests: Object.fromEntries(
                testsOf(result).flatMap(({ name, percentile }) => {
                  const share = fieldShare(percentile)
                  return share === null ? [] : [[name, share]]
                }),
              ),
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
