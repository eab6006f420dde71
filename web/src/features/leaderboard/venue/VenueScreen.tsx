import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { shortDay } from '../../../academy/civil-date'
import { londonMoment } from '../../../academy/london'
import { counted, points } from '../../../academy/numbers'
import { serverNow } from '../../../api/clock'
import { useConfigFollowed } from '../../../api/live/use-config-followed'
import { configQuery } from '../../../api/queries'
import { classNames } from '../../../components/class-names'
import { Logo } from '../../../components/graphics/Hexagon'
import { useSiteTitle } from '../../../components/site-title'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import text from '../../../components/text.module.css'
import { useWakeLock } from '../../../state/use-wake-lock'
import { useWholeWindow } from '../../../state/whole-window'
import { nameOf, placeText, sharedPositions } from '../board'
import { nameOfSeason } from '../../../academy/seasons'
import { isBefore } from './stage/ceremony'
import type { Scene } from './scenes/director'
import { rowsFor } from './stage/fit'
import { RevealStage } from './stage/RevealStage'
import { boardOn, turning } from './scenes/rotation'
import { rowOf, type KnownRow } from './scenes/rows'
import { storeSettings, storedSettings, VENUE_BOARDS, type VenueBoard as Name } from './settings'
import { useFollowed } from './scenes/use-followed'
import { useIdle } from './use-idle'
import { useScene } from './scenes/use-scene'
import { useSound } from './stage/use-sound'
import { VenueBoard } from './stage/VenueBoard'
import { VenueControls } from './VenueControls'
import { VenueGround } from './stage/VenueGround'
import styles from './VenueScreen.module.css'

/** After this long without a touch only the board is shown. */
const IDLE_MS = 3000

/**
 * The board over the whole window, for a venue: boards take turns, reveals are played, and whatever happens to the
 * network or the server it shows the last known state with its time, and recovers by itself.
 */
export function VenueScreen({ emptyText }: { emptyText?: ReactNode }) {
  const [settings, setSettings] = useState(storedSettings)
  const { boards: chosen, pace, showBgImage, sound } = settings
  const turns = useMemo(() => ({ boards: chosen, pace }), [chosen, pace])
  const { scene, behind, waiting, configVersion } = useScene(turns)
  const places = useSyncExternalStore(onResize, () => rowsFor(window.innerHeight))
  const idle = useIdle(IDLE_MS)
  const silent = useSound(sound)
  useConfigFollowed(configVersion)
  useWakeLock()
  useWholeWindow()

  const board = boardOn(scene, turns, places)
  const all = scene.boards?.[board] ?? []
  const rows = useFollowed(board, all.slice(0, places))
  const { act, boards, latest } = scene
  const label = VENUE_BOARDS.find(({ value }) => value === board)?.label ?? ''
  return (
    <div className={classNames(styles.screen, idle && styles.idle)}>
      {showBgImage && <VenueGround />}
      <Head label={label} board={board} among={turning(boards, chosen)} scene={scene}>
        {latest && !act && <Latest scene={scene} rows={rows} />}
      </Head>
      {boards && rows.length > 0 && (
        <VenueBoard
          name={board}
          rows={rows}
          shared={sharedPositions(all)}
          places={places}
          latest={act && isBefore(act.part, 'land') ? null : latest}
          landing={act?.part === 'land'}
        />
      )}
      {rows.length === 0 && <Nobody scene={scene}>{emptyText}</Nobody>}
      <div className={styles.foot}>
        <LiveStatus boards={boards} behind={behind} waiting={waiting} silent={silent} />
      </div>
      {act && <RevealStage act={act} boards={scene.next ?? boards} sound={sound} />}
      <VenueControls
        settings={settings}
        onChange={(changed) => {
          setSettings(changed)
          storeSettings(changed)
        }}
        idle={idle}
      />
    </div>
  )
}

interface HeadProps {
  label: string
  board: Name
  among: readonly Name[]
  scene: Scene
  children: ReactNode
}

function Head({ label, board, among, scene: { boards, heard, now }, children }: HeadProps) {
  const seasons = useQuery(configQuery()).data?.seasons ?? []
  return (
    <header className={styles.head}>
      <p className={classNames(styles.line, text.status)}>
        <Logo title={useSiteTitle()} className={styles.logo} />
        {boards?.season !== null && boards !== null && (
          <span>{nameOfSeason(boards.season, seasons, now)}</span>
        )}
      </p>
      <h1 className={styles.title}>
        <VisuallyHidden>Leaderboard: </VisuallyHidden>
        {label}
      </h1>
      <p className={classNames(styles.line, text.status)}>
        {among.length > 1 && (
          <span className={styles.pips} aria-hidden="true">
            {among.map((one) => (
              <span key={one} className={classNames(styles.pip, one === board && styles.now)} />
            ))}
          </span>
        )}
        {heard?.running && heard.step > 0 ? (
          <span className={text.accent}>
            Reveal {heard.step} of {heard.steps}
          </span>
        ) : (
          // No total for a group: the server sends its first rows only.
          boards !== null &&
          board === 'overall' &&
          boards.total > 0 && <span>{counted(boards.total, 'athlete')}</span>
        )}
      </p>
      {children}
    </header>
  )
}

/** Who was revealed last, where their row is not on the screen. */
function Latest({ scene: { latest, boards }, rows }: { scene: Scene; rows: readonly KnownRow[] }) {
  if (
    !latest ||
    rowOf(
      rows.map(({ row }) => row),
      latest,
    )
  )
    return null
  const row = boards && rowOf(boards.overall, latest)
  const position = row?.position ?? latest.position
  const shared = row && sharedPositions(boards.overall).has(row.position)
  return (
    <p className={classNames(styles.latest, text.figuresStrong)}>
      <span className={styles.quiet}>Just revealed</span>
      <bdi className={text.ellipsis}>
        {nameOf({ uaid: null, firstName: latest.firstName ?? '', lastName: latest.lastName ?? '' })}
      </bdi>
      <span className={text.accent}>{points(latest.score ?? 0)}</span>
      {position !== null && <span>{placeText(position, shared === true)}</span>}
    </p>
  )
}

interface LiveStatusProps {
  boards: Scene['boards']
  behind: boolean
  waiting: boolean
  /** Whether the sound is on and cannot be heard yet. */
  silent: boolean
}

/** Whether what is shown is up to date, and whether it can be heard. */
function LiveStatus({ boards, behind, waiting, silent }: LiveStatusProps) {
  const at = boards && londonMoment(boards.at, serverNow(), shortDay)
  return (
    <div className={styles.standing}>
      <p role="status" className={behind ? styles.stale : undefined}>
        {behind && (at ? `Not live. Board of ${at}` : 'No connection. The board appears once there is one.')}
      </p>
      {!behind && at && (
        <p className={waiting ? styles.quiet : styles.live}>
          {waiting ? `Board of ${at}` : `Live ${at}`}
          {silent && !waiting && <span className={styles.sound}>Touch once for sound</span>}
        </p>
      )}
    </div>
  )
}

/** An empty board; nobody is invited to that of a season that is over. */
function Nobody({ scene: { boards, now }, children }: { scene: Scene; children: ReactNode }) {
  const seasons = useQuery(configQuery()).data?.seasons ?? []
  const over = seasons.find(({ season, end }) => season === boards?.season && Date.parse(end) < now)
  return (
    <div className={styles.nobody}>
      {boards && (
        <>
          <p className={classNames(styles.invitation, text.poster)}>
            {over ? 'Nobody is on this board.' : 'The board is empty. Yours could be first.'}
          </p>
          <div className={styles.quiet}>{over ? `Season ${over.season} is over.` : children}</div>
        </>
      )}
    </div>
  )
}

function onResize(changed: () => void): () => void {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}
