import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import { serverNow } from '../../api/clock'
import { configQuery, profileQuery } from '../../api/queries'
import type { OwnResult } from '../../api/wire'
import { Button } from '../../components/Button'
import { Icon } from '../../components/Icon'
import { Notice } from '../../components/Notice'
import { useSiteTitle } from '../../components/site-title'
import { useLoadedRules } from '../../features/content/use-loaded-rules'
import { cardData } from '../../features/media/card-data'
import type { ScoreCardDialogProps } from '../../features/media/ScoreCardDialog'
import { fieldShare, testsOf } from '../../features/results/outcome'

type Dialog = ComponentType<ScoreCardDialogProps>

/** Opens the score card of a result. A held one has none: it would tell before the reveal. */
export function ScoreCardButton({ result }: { result: OwnResult }) {
  const [open, setOpen] = useState(false)
  const [Dialog, setDialog] = useState<Dialog | null>(null)
  const [gone, setGone] = useState(false)
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
  const show = () => {
    setOpen(true)
    setGone(false)
    import('../../features/media/ScoreCardDialog').then(
      (file) => setDialog(() => file.ScoreCardDialog),
      () => {
        setOpen(false)
        setGone(true)
      },
    )
  }
  return (
    <>
      <Button variant="secondary" busy={open && !(data && Dialog)} onClick={show}>
        <Icon name="download" small />
        Score card
      </Button>
      {gone && (
        <Notice tone="problem" role="alert">
          The score card did not load. Check your connection and try again.
        </Notice>
      )}
      {open && data && Dialog && (
        <Dialog data={data} ratings={ratingsOf(result)} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

const ratingsOf = (result: OwnResult): ScoreCardDialogProps['ratings'] => ({
  final: fieldShare(result.percentile),
  tests: Object.fromEntries(
    testsOf(result).flatMap(({ name, percentile }) => {
      const share = fieldShare(percentile)
      return share === null ? [] : [[name, share]]
    }),
  ),
})
