/**
 * The rules of Sixfold in the browser: the generated WebAssembly module, given a readable shape.
 *
 * Dates are `YYYY-MM-DD`, times `HH:MM`, instants milliseconds since 1970. Nothing is decided here.
 */
export * from './generated/sixfold_wasm.js'
export * from './booking.ts'
export * from './dates.ts'
export * from './grid.ts'
export * from './onboarding.ts'
export * from './people.ts'
export * from './schedule.ts'
export * from './score.ts'
export * from './scoring.ts'
export * from './team.ts'
export * from './what-if.ts'
// The module's own config leaves fields to defaults; pages get the whole one.
export type { BookingSessionConfig } from './schedule.ts'
