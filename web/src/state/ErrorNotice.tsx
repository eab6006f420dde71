import type { ReactNode } from 'react'
import { errorSentence } from '../api/error-sentence'
import { Notice } from '../components/feedback/Notice'

/** Why something did not work; nothing where it did. */
export function ErrorNotice({ error, title }: { error: unknown; title?: ReactNode }) {
  if (!error) return null
  return (
    <Notice tone="problem" role="alert" title={title}>
      {errorSentence(error)}
    </Notice>
  )
}
