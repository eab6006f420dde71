import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import styles from './Comparison.module.css'
import textStyles from '../../../components/text.module.css'
import { Grid } from '../../../components/layout/Grid'
import { Stack } from '../../../components/layout/Stack'
import box from '../../../components/layout/box.module.css'
import { classNames } from '../../../components/class-names'
import { textDiff, type Piece } from './text-diff'

interface TextDiffProps {
  /** None where there was nothing to compare with. */
  before: string | undefined
  after: string
  beforeTitle: string
  afterTitle: string
}

/** Two texts side by side, with deletions marked in the first and insertions in the second. */
export function TextDiff({ before, after, beforeTitle, afterTitle }: TextDiffProps) {
  const pieces = textDiff(before ?? '', after)
  return (
    <Grid gap={3} least={16} fit>
      {before !== undefined && <Side title={beforeTitle} pieces={pieces} shown="gone" />}
      <Side title={afterTitle} pieces={pieces} shown="new" />
    </Grid>
  )
}

function Side({ title, pieces, shown }: { title: string; pieces: readonly Piece[]; shown: 'gone' | 'new' }) {
  const own = pieces.filter(({ is }) => is === 'same' || is === shown)
  const Mark = shown === 'gone' ? 'del' : 'ins'
  return (
    <Stack gap={2} top shrink className={classNames(styles.side, box.box)}>
      <p className={textStyles.label}>{title}</p>
      <p className={styles.text}>
        {own.length === 0 && <span className={textStyles.quiet}>Nothing</span>}
        {own.map(({ text, is }, index) =>
          is === 'same' ? (
            <span key={index}>{text}</span>
          ) : (
            <Mark key={index} className={styles[shown]}>
              <VisuallyHidden>{shown === 'gone' ? ' gone: ' : ' new: '}</VisuallyHidden>
              {text}
            </Mark>
          ),
        )}
      </p>
    </Stack>
  )
}
