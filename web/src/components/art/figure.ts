// The athlete of every drawing: a skeleton that is posed by angles, and the outlines of the body. Lengths are SVG user
// units on the drawings' grid of 320; knows nothing of colours or tests.
import type { Point } from './hexagon'

/** Absolute angles in degrees: 0 hangs straight down, positive swings to the right, 180 points straight up. */
export interface Pose {
  hip: Point
  /** The lean of the trunk from upright, positive to the right. */
  trunk: number
  head: number
  /** Upper arm, forearm. */
  nearArm: readonly [number, number]
  farArm: readonly [number, number]
  /** Thigh, shin, foot. */
  nearLeg: readonly [number, number, number]
  farLeg: readonly [number, number, number]
}

const UPPER_ARM = 43
const FOREARM = 38
const THIGH = 59
const SHIN = 60
const TRUNK = 72
const NECK = 30
const FOOT = 27

const along = (from: Point, angle: number, length: number): Point => {
  const turn = (angle * Math.PI) / 180
  return { x: from.x + length * Math.sin(turn), y: from.y + length * Math.cos(turn) }
}

const mix = (from: Point, to: Point, share: number): Point => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
})

const at = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`

/** The outline of a limb, from one round end to another. */
export function taper(from: Point, to: Point, start: number, end: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const lean = Math.acos(Math.max(-1, Math.min(1, (start - end) / (length || 1))))
  const bearing = Math.atan2(to.y - from.y, to.x - from.x)
  const rim = (centre: Point, radius: number, angle: number): Point => ({
    x: centre.x + radius * Math.cos(angle),
    y: centre.y + radius * Math.sin(angle),
  })
  const [left, right] = [bearing - lean, bearing + lean]
  const wide = start > end ? 1 : 0
  return (
    `M${at(rim(from, start, right))}A${start} ${start} 0 ${wide} 1 ${at(rim(from, start, left))}` +
    `L${at(rim(to, end, left))}A${end} ${end} 0 ${1 - wide} 1 ${at(rim(to, end, right))}Z`
  )
}

/** The shaded half of a limb: `side` 1 is to the right of its direction, -1 to the left. */
function facet(from: Point, to: Point, start: number, end: number, side: 1 | -1): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const across = { x: (-(to.y - from.y) / length) * side, y: ((to.x - from.x) / length) * side }
  const out = (point: Point, radius: number): Point => ({
    x: point.x + across.x * radius,
    y: point.y + across.y * radius,
  })
  return `M${at(from)}L${at(to)}L${at(out(to, end))}L${at(out(from, start))}Z`
}

/** The parts of a body, as path data, and where its hands are. */
export interface Body {
  farArm: string
  farLeg: string
  farShoe: string
  trunk: string
  trunkShade: string
  neck: string
  head: Point
  headTurn: number
  nearLeg: string
  nearLegShade: string
  shorts: string
  nearShoe: string
  nearArm: string
  nearArmShade: string
  stripe: string
  hands: { near: Point; far: Point }
}

function leg(hip: Point, [thigh, shin, foot]: readonly [number, number, number]) {
  const knee = along(hip, thigh, THIGH)
  const calf = along(knee, shin, SHIN * 0.34)
  const ankle = along(knee, shin, SHIN)
  const heel = along(ankle, foot - 118, 9)
  const toe = along(ankle, foot, FOOT)
  const sole = along(heel, foot - 6, FOOT + 9)
  return {
    knee,
    mass: taper(hip, knee, 19, 11) + taper(knee, calf, 10.5, 12.5) + taper(calf, ankle, 12.5, 5.5),
    shade: facet(hip, knee, 19, 11, 1) + facet(knee, calf, 11, 12.5, 1) + facet(calf, ankle, 12.5, 5.5, 1),
    shorts: taper(hip, mix(hip, knee, 0.52), 20.5, 16.5),
    shoe: `${taper(ankle, mix(ankle, toe, 0.6), 7.5, 6.5)}M${at(heel)}L${at(along(ankle, foot + 96, 5))}L${at(toe)}L${at(sole)}Z`,
  }
}

function arm(shoulder: Point, [upper, fore]: readonly [number, number]) {
  const elbow = along(shoulder, upper, UPPER_ARM)
  const bulge = along(elbow, fore, FOREARM * 0.28)
  const wrist = along(elbow, fore, FOREARM)
  const hand = along(elbow, fore, FOREARM + 5)
  return {
    hand,
    mass:
      taper(shoulder, elbow, 13, 8) +
      taper(elbow, bulge, 7.5, 8.5) +
      taper(bulge, wrist, 8.5, 5) +
      taper(wrist, hand, 6.5, 7),
    shade: facet(shoulder, elbow, 13, 8, 1) + facet(elbow, wrist, 8.2, 5.5, 1),
  }
}

/** The parts of a body in a pose, seen from the side. */
export function body(pose: Pose): Body {
  const { hip } = pose
  const up = 180 - pose.trunk
  const waist = along(hip, up, TRUNK * 0.36)
  const belt = along(hip, up, TRUNK * 0.2)
  const chest = along(hip, up, TRUNK * 0.78)
  const collar = along(hip, up, TRUNK)
  const shoulder = along(hip, up, TRUNK * 0.9)
  const head = along(collar, 180 - pose.head, NECK)
  const near = leg(hip, pose.nearLeg)
  const far = leg({ x: hip.x + 3, y: hip.y }, pose.farLeg)
  const nearArm = arm(shoulder, pose.nearArm)
  const farArm = arm({ x: shoulder.x + 6, y: shoulder.y + 1 }, pose.farArm)
  return {
    farArm: farArm.mass,
    farLeg: far.mass + far.shorts,
    farShoe: far.shoe,
    trunk: taper(belt, waist, 18, 17) + taper(waist, chest, 17, 24) + taper(chest, collar, 24, 13),
    trunkShade:
      facet(waist, belt, 17, 18, 1) + facet(chest, waist, 24, 17, 1) + facet(collar, chest, 13, 24, 1),
    neck: taper(collar, head, 8.5, 8),
    head,
    headTurn: pose.head,
    nearLeg: near.mass,
    nearLegShade: near.shade,
    shorts: near.shorts + taper(hip, waist, 20.5, 16),
    nearShoe: near.shoe,
    nearArm: nearArm.mass,
    nearArmShade: nearArm.shade,
    stripe: `M${at(hip)}L${at(mix(hip, near.knee, 0.6))}`,
    hands: { near: nearArm.hand, far: farArm.hand },
  }
}
