// The athlete's poses along a flow: in the blocks, away, upright, at full stretch, arms up.
import type { Pose } from './figure'
import { SPRINT } from './tests/SpeedArt'

const SET: Pose = {
  hip: { x: 134, y: 190 },
  trunk: 66,
  head: 52,
  nearArm: [10, 2],
  farArm: [22, 12],
  nearLeg: [58, -44, 58],
  farLeg: [12, -58, 46],
}

const DRIVE: Pose = {
  hip: { x: 140, y: 184 },
  trunk: 46,
  head: 36,
  nearArm: [-66, -6],
  farArm: [62, 146],
  nearLeg: [92, -26, 70],
  farLeg: [-42, -54, -8],
}

const RUN: Pose = {
  hip: { x: 150, y: 168 },
  trunk: 12,
  head: 6,
  nearArm: [34, 116],
  farArm: [-50, 30],
  nearLeg: [-26, -84, -36],
  farLeg: [38, 2, 88],
}

const WIN: Pose = {
  hip: { x: 156, y: 172 },
  trunk: -5,
  head: -16,
  nearArm: [150, 172],
  farArm: [-146, -170],
  nearLeg: [14, 0, 88],
  farLeg: [-16, -20, 72],
}

const STANCES = [SET, DRIVE, RUN, SPRINT] as const

/** The pose at a share (0 to 1) of the flow; at the end, arms up. */
export function stance(share: number): Pose {
  if (share >= 1) return WIN
  return STANCES[Math.floor(Math.max(0, share) * STANCES.length)] ?? SPRINT
}
