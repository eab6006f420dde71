// The public interface of the day's list.
export { loadDay, renewDay, useDay } from './use-day.ts'
export * from './types.ts'
