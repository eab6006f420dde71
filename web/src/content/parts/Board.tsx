import { useRouterState } from '@tanstack/react-router'
import { classNames } from '../../components/class-names'
import { Actions } from '../../features/content/blocks/Actions'
import { SectionHead } from '../../features/content/blocks/SectionHead'
import { numberOf, richOf, textOf } from '../../features/content/content-item'
import { RichText } from '../../features/content/RichText'
import { Board as WholeBoard } from '../../features/leaderboard/Board'
import { TopBoard } from '../../features/leaderboard/TopBoard'
import { VenueScreen } from '../../features/leaderboard/VenueScreen'
import type { PartProps } from '../part'
import styles from './BoardPart.module.css'

/** The board: whole, as the first rows beside a headline, or alone on a screen in a hall (`?fullscreen=true`). */
export function Board({ item: { elements } }: PartProps) {
  const fullscreen = useRouterState({
    select: ({ location }) => new URLSearchParams(location.searchStr).get('fullscreen') === 'true',
  })
  const rows = numberOf(elements, 'rows')
  const headed = textOf(elements, 'headline') !== ''
  const words = (
    <>
      {headed && <SectionHead elements={elements} />}
      <RichText content={richOf(elements, 'text')} className={styles.text} />
    </>
  )
  if (textOf(elements, 'variant') === 'top')
    return (
      <section className={classNames(styles.section, styles.beside)}>
        <div className={styles.words}>
          {words}
          <Actions elements={elements} />
        </div>
        <TopBoard rows={rows} emptyText={<RichText content={richOf(elements, 'emptyText')} />} />
      </section>
    )
  const board = (
    <WholeBoard
      rows={rows}
      emptyText={<RichText content={richOf(elements, 'emptyText')} />}
      venue={fullscreen}
    />
  )
  if (fullscreen) return <VenueScreen>{board}</VenueScreen>
  return (
    <section className={styles.whole}>
      {headed && <div className={styles.head}>{words}</div>}
      {board}
      <div className={styles.foot}>
        <Actions elements={elements} />
      </div>
    </section>
  )
}
