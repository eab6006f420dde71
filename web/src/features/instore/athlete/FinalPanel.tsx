import { useQuery } from '@tanstack/react-query'
import { points } from '../../../academy/numbers'
import { serverNow } from '../../../api/clock'
import { configQuery } from '../../../api/queries'
import { ScoreHexagon } from '../../../components/art/ScoreHexagon'
import { Button } from '../../../components/Button'
import { Switch } from '../../../components/form/Checkbox'
import { Icon } from '../../../components/graphics/Icon'
import { Stack } from '../../../components/layout/Stack'
import { TextArea } from '../../../components/form/TextField'
import text from '../../../components/text.module.css'
import { Panel, PanelActions } from './Panel'
import styles from './FinalPanel.module.css'
import { classNames } from '../../../components/class-names'
import { Cluster } from '../../../components/layout/Cluster'
import type { AthleteView } from '../model'

interface FinalPanelProps {
  athlete: AthleteView
  /** Whether finals of this tablet are held for the reveal. */
  hold: boolean
  onHold: (hold: boolean) => void
  notes: string
  onNotes: (notes: string) => void
  onSubmit: (notes: string) => void
  /** Takes them off this tablet. */
  onDone: () => void
  onBack: () => void
}

const NOTES_MAX = 1000

const list = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`

/** Whether a season covers today; true while that is unknown. */
function useSeasonToday(): boolean {
  const { data } = useQuery(configQuery())
  const now = serverNow()
  return data?.seasons.some(({ start, end }) => Date.parse(start) <= now && now <= Date.parse(end)) ?? true
}

/** The six tests together: the final score, the notes, and the button to submit. */
export function FinalPanel(props: FinalPanelProps) {
  const { athlete, hold, onHold, notes, onNotes, onSubmit, onDone, onBack } = props
  const boards = useSeasonToday()
  const { tests, preview, final } = athlete
  const open = tests.filter(({ status }) => status === 'open').map(({ test }) => test)
  const missed = tests.filter(({ status }) => status === 'dnt').map(({ test }) => test)
  const scores = Object.fromEntries(tests.map(({ test, score }) => [test, score ?? 0]))
  const score = final ? final.score : preview
  return (
    <Panel
      title={final ? 'Final is in' : 'Final'}
      onBack={onBack}
      narrow
      className={styles.panel}
      aria-label="Final"
    >
      <div className={styles.shape}>
        <ScoreHexagon scores={scores} />
      </div>
      <Cluster as="p" gap={[0, 3]} align="baseline" className={classNames(styles.score, text.score)}>
        {score === null ? (final ? '' : `${6 - open.length} of 6`) : points(score)}
        <span className={classNames(styles.word, text.status)}>
          {final
            ? final.status === 'dnt'
              ? 'Did not test'
              : 'Final score'
            : score === null
              ? 'done'
              : 'Final preview'}
        </span>
      </Cluster>
      {final ? (
        <Stack gap={3} top shrink>
          {final.held && (
            <Cluster as="p" gap={2} nowrap className={styles.held} role="status">
              <Icon name="eyeOff" small />
              Held for the reveal. No board and no screen shows it until then.
            </Cluster>
          )}
          <PanelActions>
            <Button size="large" wide onClick={onDone}>
              Done, next athlete
            </Button>
          </PanelActions>
        </Stack>
      ) : open.length > 0 ? (
        <p className={text.quiet}>
          Still open: {list(open)}. Close {open.length === 1 ? 'it' : 'them'}, or mark what was not done.
        </p>
      ) : (
        <Stack gap={3} top shrink>
          {missed.length > 0 && (
            <p className={text.quiet}>
              {list(missed)} {missed.length === 1 ? 'was' : 'were'} not done, so this ends without a final
              score.
            </p>
          )}
          <TextArea
            label="Notes"
            optional
            hint="The athlete can read it in their account."
            name="instore-notes"
            maxLength={NOTES_MAX}
            rows={2}
            className={styles.notes}
            value={notes}
            onChange={(event) => onNotes(event.currentTarget.value)}
          />
          {missed.length === 0 && (
            <Switch
              label="Hold for the reveal"
              hint={
                hold
                  ? 'On for every final of this tablet until you switch it off.'
                  : boards
                    ? 'The final goes on the boards at once.'
                    : 'No season covers today: no board shows the final until one does.'
              }
              checked={hold}
              onChange={(event) => onHold(event.currentTarget.checked)}
            />
          )}
          <PanelActions>
            <Button size="large" wide onClick={() => onSubmit(notes)}>
              {preview === null
                ? 'Finish without a score'
                : hold
                  ? `Submit and hold ${points(preview)}`
                  : `Submit final ${points(preview)}`}
            </Button>
          </PanelActions>
        </Stack>
      )}
    </Panel>
  )
}
