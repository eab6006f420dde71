// The face of the outbox: what the in-store screen may use.
export { dependsOn } from './order.ts'
export { useOutbox } from './use-outbox.ts'
export * from './types.ts'
