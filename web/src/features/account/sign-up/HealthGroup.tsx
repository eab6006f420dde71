import { useState } from 'react'
import { Notice } from '../../../components/Notice'
import css from '../form/form.module.css'
import { PARQ_LENGTH } from '../payloads'
import type { ParqContent } from '../parq'
import type { Problem } from '../form/problems'
import { answersCleared, useScreeningAnswers } from '../screening'
import { StepForm } from '../form/StepForm'
import { YesNoQuestion } from '../form/YesNoQuestion'

interface HealthGroupProps {
  content: ParqContent
  onBack: () => void
  /** Goes on; what the server refuses is said above the questions. */
  onDone: () => Promise<Problem[]>
}

const nameOf = (index: number) => `parq-${index + 1}`

/** The seven questions. A yes is never a dead end: it says kindly what happens next. */
export function HealthGroup({ content, onBack, onDone }: HealthGroupProps) {
  const { parq, begun, answerQuestion } = useScreeningAnswers()
  const [cleared] = useState(() => answersCleared({ begun, parq }))
  const [attempt, setAttempt] = useState(0)
  const [refused, setRefused] = useState<Problem[]>([])
  const [busy, setBusy] = useState(false)
  const isMissing = (index: number) => attempt > 0 && (parq[index] ?? null) === null
  const open: Problem[] = content.questions.flatMap((_, index) =>
    isMissing(index)
      ? [{ field: nameOf(index), message: `Answer question ${index + 1} of ${PARQ_LENGTH}.` }]
      : [],
  )
  const submit = async (event: { preventDefault: () => void }) => {
    event.preventDefault()
    if (busy) return
    setRefused([])
    if (parq.every((value) => value !== null)) {
      setBusy(true)
      setRefused((await onDone()).map(({ message }) => ({ field: null, message })))
      setBusy(false)
    }
    setAttempt((count) => count + 1)
  }
  return (
    <StepForm
      problems={[...refused, ...open]}
      attempt={attempt}
      busy={busy}
      submit="Next"
      onBack={onBack}
      onSubmit={(event) => void submit(event)}
    >
      <p className={css.aside}>{content.privacy}</p>
      {cleared ? (
        <Notice title="Please answer these again">
          Health answers are never kept on your device, so the reload cleared them. Everything else is still
          here.
        </Notice>
      ) : (
        <p className={css.aside}>They are not kept on your device: a reload clears them.</p>
      )}
      <div>
        {content.questions.map(({ question, help }, index) => (
          <YesNoQuestion
            key={nameOf(index)}
            name={nameOf(index)}
            number={index + 1}
            question={question}
            help={help}
            value={parq[index] ?? null}
            missing={isMissing(index)}
            onChange={(yes) => answerQuestion(index, yes)}
          />
        ))}
      </div>
      <div aria-live="polite">
        {parq.includes(true) && <Notice title="Thanks for telling us">{content.notClearedText}</Notice>}
      </div>
    </StepForm>
  )
}
