// The public interface of the outbox.
export { dependsOn } from './order.ts'
export { useOutbox } from './use-outbox.ts'
export * from './types.ts'
