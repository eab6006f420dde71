import { useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Cluster } from '../../components/layout/Cluster'
import { Stack } from '../../components/layout/Stack'
import { classNames } from '../../components/class-names'
import text from '../../components/text.module.css'
import { Actions } from '../../features/content/blocks/shared/Actions'
import { SectionHead } from '../../features/content/blocks/shared/SectionHead'
import { numberOf, richOf, textOf } from '../../features/content/content-item'
import { RichText } from '../../features/content/text/RichText'
import { Board as WholeBoard } from '../../features/leaderboard/standings/Board'
import { TopBoard } from '../../features/leaderboard/TopBoard'
import { withQuery } from '../../paths'
import { readQuery, type InAddress } from '../../state/address'
import type { PartProps } from '../../first-html/part'
import styles from './BoardPart.module.css'

// Only needed by venue screens.
const VenueScreen = lazy(async () => ({
  default: (await import('../../features/leaderboard/venue/VenueScreen')).VenueScreen,
}))

/** The board: complete, as the first rows beside a headline, or alone on a venue screen (`?fullscreen=true`). */
export function Board({ item: { elements } }: PartProps) {
  const query = readQuery(useRouterState({ select: ({ location }) => location.searchStr }))
  const navigate = useNavigate()
  const fullscreen = query.fullscreen === 'true'
  const onQuery: InAddress['onQuery'] = (change) =>
    void navigate({
      href: withQuery(window.location.pathname, { ...readQuery(window.location.search), ...change }),
      replace: true,
      resetScroll: false,
    })
  const rows = numberOf(elements, 'rows')
  const headed = textOf(elements, 'headline') !== ''
  const words = (
    <>
      {headed && <SectionHead elements={elements} />}
      <RichText content={richOf(elements, 'text')} className={text.intro} />
    </>
  )
  const emptyText = <RichText content={richOf(elements, 'emptyText')} />
  if (textOf(elements, 'variant') === 'top')
    return (
      <section className={classNames(styles.section, styles.beside)}>
        <Stack gap={5} top shrink>
          {words}
          <Actions elements={elements} />
        </Stack>
        <TopBoard rows={rows} emptyText={emptyText} />
      </section>
    )
  if (fullscreen)
    return (
      <Suspense>
        <VenueScreen emptyText={emptyText} />
      </Suspense>
    )
  return (
    <section>
      {headed && <div className={styles.head}>{words}</div>}
      <WholeBoard rows={rows} emptyText={emptyText} query={query} onQuery={onQuery} />
      <Cluster gap={[3, 5]} align="center" className={styles.foot}>
        <RichText content={richOf(elements, 'footText')} className={text.intro} />
        <Actions elements={elements} />
      </Cluster>
    </section>
  )
}
