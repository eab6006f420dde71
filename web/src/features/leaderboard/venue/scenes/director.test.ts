import { describe, expect, it } from 'vitest'
import type { Reveal } from '../../../../api/live/live'
import type { LeaderboardRow } from '../../../../api/types'
import { boardRow } from '../../../../test/board'
import type { Boards } from './boards'
import { beginOf } from '../stage/ceremony'
import {
  direct,
  LATE_MS,
  opening,
  REST_MS,
  SETTLE_MS,
  untilTick,
  type Happening,
  type Scene,
} from './director'
import { boardOn } from './rotation'

const START = Date.parse('2026-11-21T10:00:00.000Z')
const TURNS = { boards: ['overall', 'women', 'men'], pace: 20 } as const

const row = (firstName: string, score: number, position: number) =>
  boardRow(position, firstName, { score, prevPosition: null })

const boards = (second: number, ...overall: LeaderboardRow[]): Boards => ({
  overall,
  women: overall,
  men: [],
  total: overall.length,
  season: 3,
  at: new Date(START + second * 1000).toISOString(),
})

const BEN = row('Ben', 80, 1)
const CHLOE = row('Chloe', 85, 1)
const DIA = row('Dia', 90, 1)

const nobody: Reveal = {
  reveal: false,
  uaid: null,
  firstName: null,
  lastName: null,
  score: null,
  position: null,
  prevPosition: null,
  gender: null,
  season: 3,
  running: true,
  step: 0,
  steps: 3,
  speed: 1,
  timestamp: null,
}

const revealOf = (
  { firstName, lastName, score, position, gender }: LeaderboardRow,
  step: number,
): Reveal => ({
  ...nobody,
  reveal: true,
  firstName,
  lastName,
  score,
  position,
  gender,
  step,
})

/** Plays what happens, each a number of ms after the one before, and what the screen does by itself in between. */
class Hall {
  scene: Scene
  now = START
  constructor(first: Boards | null = boards(0, BEN), told: Reveal | null = nobody) {
    this.scene = opening(first, START)
    if (told) this.reveal(told)
  }

  wait(ms: number): this {
    const until = this.now + ms
    for (;;) {
      const next = untilTick(this.scene)
      if (next === null || this.scene.now + next > until) break
      this.now = this.scene.now + next
      this.happens({ type: 'tick', now: this.now })
    }
    this.now = until
    this.happens({ type: 'tick', now: until })
    return this
  }

  boards(come: Boards): this {
    return this.happens({ type: 'boards', boards: come, now: this.now })
  }

  reveal(reveal: Reveal, more: { still?: boolean; late?: boolean } = {}): this {
    return this.happens({ type: 'reveal', reveal, still: false, late: false, ...more, now: this.now })
  }

  happens(happening: Happening): this {
    this.scene = direct(this.scene, happening)
    return this
  }

  get shown(): string {
    return this.scene.boards?.overall.map(({ firstName }) => firstName).join(' ') ?? ''
  }

  get part(): string | undefined {
    return this.scene.act?.part
  }
}

describe('a board', () => {
  it('is shown at once when it is the first, and a moment later when it is not', () => {
    const hall = new Hall(null, null).boards(boards(0, BEN))
    expect(hall.shown).toBe('Ben')
    hall.boards(boards(1, CHLOE, BEN)).wait(SETTLE_MS - 1)
    expect(hall.shown).toBe('Ben')
    hall.boards(boards(2, DIA, CHLOE, BEN)).wait(1)
    expect(hall.shown).toBe('Dia Chloe Ben')
  })

  it('is believed by a server whose clock was set back, too', () => {
    const hall = new Hall(boards(10, BEN)).boards(boards(9, CHLOE, BEN)).wait(SETTLE_MS)
    expect(hall.shown).toBe('Chloe Ben')
  })

  it('that is the same only tells the time', () => {
    const hall = new Hall().boards(boards(5, BEN))
    expect(hall.scene.next).toBeNull()
    expect(hall.scene.boards?.at).toBe(boards(5).at)
  })
})

describe('a reveal', () => {
  it('is played before the board shows it, whichever comes first', () => {
    for (const first of ['board', 'reveal']) {
      const hall = new Hall()
      if (first === 'board') hall.boards(boards(1, CHLOE, BEN)).reveal(revealOf(CHLOE, 1))
      else
        hall
          .reveal(revealOf(CHLOE, 1))
          .wait(300)
          .boards(boards(1, CHLOE, BEN))
      const parts = ['dim', 'name', 'pause', 'count', 'stand'] as const
      for (const part of parts) {
        hall.wait(START + beginOf(part) - hall.now)
        expect(hall.part, first).toBe(part)
        expect(hall.shown, part).toBe('Ben')
      }
      hall.wait(START + beginOf('land') - hall.now)
      expect(hall.shown, first).toBe('Chloe Ben')
      expect(hall.part).toBe('land')
      expect(hall.scene.latest?.firstName).toBe('Chloe')
      hall.wait(beginOf('over') - beginOf('land'))
      expect(hall.part).toBeUndefined()
      expect(hall.scene.latest?.firstName).toBe('Chloe')
    }
  })

  it('waits for its board before it lands, but not for ever', () => {
    const hall = new Hall().reveal(revealOf(CHLOE, 1)).wait(beginOf('land') + LATE_MS - 1)
    expect(hall.part).toBe('stand')
    hall.wait(1)
    expect(hall.part).toBe('land')
    const other = new Hall().reveal(revealOf(CHLOE, 1)).wait(beginOf('land') + 1000)
    other.boards(boards(1, CHLOE, BEN)).wait(2)
    expect(other.part).toBe('land')
    expect(other.shown).toBe('Chloe Ben')
    // However late it began, it takes its time.
    other.wait(beginOf('over') - beginOf('land') - 10)
    expect(other.part).toBe('land')
  })

  it('is over for a screen that comes late', () => {
    const hall = new Hall(boards(1, CHLOE, BEN), null).reveal(revealOf(CHLOE, 1))
    expect(hall.part).toBeUndefined()
    expect(hall.scene.latest?.firstName).toBe('Chloe')
    expect(boardOn(hall.scene, TURNS, 15)).toBe('overall')
  })

  it('is over for a screen that was cut off meanwhile', () => {
    const told = { ...revealOf(CHLOE, 1), timestamp: new Date(START).toISOString() }
    const hall = new Hall().wait(60_000).reveal(told, { late: true })
    expect(hall.part).toBeUndefined()
    expect(hall.scene.latest?.firstName).toBe('Chloe')
    // A step that has just been made is played, whatever the clocks are.
    expect(new Hall().wait(60_000).reveal(told).part).toBe('dim')
  })

  it('is shown at once where nothing may move', () => {
    const hall = new Hall().boards(boards(1, CHLOE, BEN)).reveal(revealOf(CHLOE, 1), { still: true })
    expect(hall.part).toBeUndefined()
    expect(hall.shown).toBe('Chloe Ben')
    expect(hall.scene.latest?.firstName).toBe('Chloe')
  })

  it('gives way to the next one', () => {
    const hall = new Hall().reveal(revealOf(CHLOE, 1)).wait(1000).reveal(revealOf(DIA, 2))
    expect(hall.scene.act?.reveal.firstName).toBe('Dia')
    expect(hall.part).toBe('dim')
    hall.boards(boards(2, DIA, CHLOE, BEN)).wait(beginOf('over'))
    expect(hall.shown).toBe('Dia Chloe Ben')
    expect(hall.scene.latest?.firstName).toBe('Dia')
  })

  it('is not played on the way back', () => {
    const hall = new Hall()
      .reveal(revealOf(CHLOE, 1))
      .boards(boards(1, CHLOE, BEN))
      .wait(beginOf('over'))
    hall
      .reveal(revealOf(DIA, 2))
      .boards(boards(2, DIA, CHLOE, BEN))
      .wait(3000)
    hall.boards(boards(3, CHLOE, BEN)).reveal(revealOf(CHLOE, 1))
    expect(hall.part).toBeUndefined()
    expect(hall.shown).toBe('Chloe Ben')
    expect(hall.scene.latest?.firstName).toBe('Chloe')
  })

  it('ends at once when its person is gone, or the desk is', () => {
    for (const over of [{ step: 1 }, { step: 0, running: false }]) {
      const hall = new Hall()
        .reveal(revealOf(CHLOE, 1))
        .wait(2000)
        .reveal({ ...nobody, ...over })
      expect(hall.part).toBeUndefined()
      expect(hall.scene.latest).toBeNull()
      expect(hall.shown).toBe('Ben')
    }
  })

  it('goes on from where it is at another speed', () => {
    const hall = new Hall()
      .reveal(revealOf(CHLOE, 1))
      .boards(boards(1, CHLOE, BEN))
      .wait(beginOf('count') + 500)
    hall.reveal({ ...revealOf(CHLOE, 1), speed: 2 })
    expect(hall.part).toBe('count')
    hall.wait((beginOf('stand') - beginOf('count') - 500) / 2)
    expect(hall.part).toBe('stand')
  })

  it.each<[string, Partial<Reveal>]>([
    ['score', { score: 84 }],
    ['first name', { firstName: 'Clo' }],
    ['gender', { gender: 'male' }],
  ])('is not played again when its %s is corrected', (_, corrected) => {
    const chloe = {
      ...revealOf(CHLOE, 1),
      running: false,
      steps: 1,
      timestamp: new Date(START).toISOString(),
    }
    const hall = new Hall(boards(0, BEN), { ...nobody, running: false, steps: 0 })
    hall
      .reveal(chloe)
      .boards(boards(1, CHLOE, BEN))
      .wait(beginOf('count'))
    // While it is played, it goes on.
    hall.reveal({ ...chloe, ...corrected })
    expect(hall.part).toBe('count')
    expect(hall.scene.act?.reveal).toMatchObject(corrected)
    hall.wait(beginOf('land') - beginOf('count')).reveal(chloe)
    expect(hall.scene.latest?.score).toBe(CHLOE.score)
    hall.wait(beginOf('over') - beginOf('land'))
    expect(hall.part).toBeUndefined()

    // Long after.
    hall.wait(3_600_000).reveal({ ...chloe, ...corrected })
    expect(hall.part).toBeUndefined()
    expect(hall.scene.latest).toMatchObject(corrected)
    // Withdrawn, and back.
    const { timestamp, step, steps } = chloe
    hall.reveal({ ...nobody, running: false, step, steps, timestamp }).reveal(chloe)
    expect(hall.part).toBeUndefined()
    expect(hall.scene.latest?.firstName).toBe('Chloe')
  })

  it('of somebody else is played, even if the state still has the time of the command before', () => {
    const alone = { running: false, steps: 1, timestamp: new Date(START).toISOString() }
    const hall = new Hall().reveal({ ...revealOf(CHLOE, 1), ...alone }).wait(beginOf('over') + LATE_MS)
    hall.reveal({ ...revealOf(DIA, 1), ...alone }).wait(100)
    hall.reveal({ ...revealOf(DIA, 1), ...alone, timestamp: new Date(hall.now).toISOString() })
    expect(hall.scene.act?.reveal.firstName).toBe('Dia')
    expect(hall.part).toBe('dim')
  })

  it('of two people one after the other without a ceremony is played twice', () => {
    const alone = { running: false, steps: 1 }
    const hall = new Hall(boards(0, BEN), { ...nobody, running: false, steps: 0 })
    hall.reveal({ ...revealOf(CHLOE, 1), ...alone })
    expect(hall.part).toBe('dim')
    hall.boards(boards(1, CHLOE, BEN)).wait(beginOf('over'))
    hall.reveal({ ...revealOf(DIA, 1), ...alone })
    expect(hall.scene.act?.reveal.firstName).toBe('Dia')
  })
})

describe('the board that stands', () => {
  it('is held while a reveal is played, then the one that they land on, then whoever’s turn it is', () => {
    const hall = new Hall()
    // The turn of the women is a second away.
    const turn = 20_000 - (START % 20_000)
    hall.wait(turn + 19_000)
    const before = boardOn(hall.scene, TURNS, 15)
    hall
      .reveal(revealOf(CHLOE, 1))
      .boards(boards(1, CHLOE, BEN))
      .wait(beginOf('count'))
    expect(boardOn(hall.scene, TURNS, 15)).toBe(before)
    hall.wait(beginOf('land') - beginOf('count'))
    expect(boardOn(hall.scene, TURNS, 15)).toBe('overall')
    expect(boardOn(hall.scene, { ...TURNS, boards: ['women'] }, 15)).toBe('women')
    hall.wait(REST_MS - 1)
    expect(boardOn(hall.scene, TURNS, 15)).toBe('overall')
    expect(untilTick(hall.scene)).not.toBeNull()
  })

  it('is nobody’s in particular where they stand too far down to be seen', () => {
    const far = boards(1, ...Array.from({ length: 12 }, (_, at) => row(`A${at}`, 95 - at, at + 1)), BEN)
    const hall = new Hall(far, null).reveal(revealOf(BEN, 1))
    expect(boardOn(hall.scene, TURNS, 13)).toBe('overall')
    const clock = boardOn({ ...hall.scene, latest: null }, TURNS, 10)
    expect(boardOn(hall.scene, TURNS, 10)).toBe(clock)
  })
})
