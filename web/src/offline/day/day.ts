// The face of the day's list: what the in-store screen may use.
export { loadDay, renewDay, useDay } from './use-day.ts'
export * from './types.ts'
