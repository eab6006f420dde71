import type { ReactNode } from 'react'
import { errorSentence } from '../../api/error-sentence'
import { Button } from '../../components/Button'
import { Cluster } from '../../components/layout/Cluster'
import { VisuallyHidden } from '../../components/layout/VisuallyHidden'
import type { Operation } from '../../state/use-operation'
import styles from './OwnLine.module.css'

interface OwnLineProps {
  title: ReactNode
  /** How it is with it now. */
  state: string
  /** What the button does, and what follows it for a screen reader. */
  action: readonly [word: string, to: string]
  operation: Pick<Operation<void, unknown>, 'status' | 'error'>
  onAct: () => void
}

/** A line of a list of the athlete's own, such as a waiting list, with the button that ends it. */
export function OwnLine({ title, state, action: [word, to], operation, onAct }: OwnLineProps) {
  return (
    <Cluster as="li" gap={[2, 4]} align="center" between className={styles.line}>
      <p>
        <strong>{title}</strong>
        <span>{state}</span>
      </p>
      <Button variant="quiet" busy={operation.status === 'loading'} onClick={onAct}>
        {word}
        <VisuallyHidden> {to}</VisuallyHidden>
      </Button>
      {operation.error && (
        <p role="alert" className={styles.problem}>
          {errorSentence(operation.error)}
        </p>
      )}
    </Cluster>
  )
}
