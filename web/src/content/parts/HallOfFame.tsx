import { classNames } from '../../components/class-names'
import { Stack } from '../../components/layout/Stack'
import text from '../../components/text.module.css'
import { Actions } from '../../features/content/blocks/shared/Actions'
import { SectionHead } from '../../features/content/blocks/shared/SectionHead'
import { numberOf, richOf } from '../../features/content/content-item'
import { RichText } from '../../features/content/text/RichText'
import { HallOfFame as Winners } from '../../features/leaderboard/HallOfFame'
import type { PartProps } from '../../first-html/part'
import styles from './HallOfFamePart.module.css'

export function HallOfFame({ item: { elements } }: PartProps) {
  return (
    <Stack as="section" gap={6} className={styles.section}>
      <Stack gap={4}>
        <SectionHead elements={elements} />
        <RichText content={richOf(elements, 'text')} className={classNames(text.intro, text.lead)} />
      </Stack>
      <Winners
        rows={numberOf(elements, 'rows')}
        emptyText={<RichText content={richOf(elements, 'emptyText')} />}
      />
      <Actions elements={elements} />
    </Stack>
  )
}
