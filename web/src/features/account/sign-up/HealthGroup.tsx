import { useState } from 'react'
import type { FormProblem } from '../../../components/form/FormSummary'
import { useForm } from '../../../components/form/use-form'
import { sentenceOf } from '../form/use-account-form'
import { Notice } from '../../../components/feedback/Notice'
import css from '../form/form.module.css'
import { PARQ_LENGTH } from '../payloads'
import type { ParqContent } from '../parq'
import { answersCleared, useScreeningAnswers } from '../screening'
import { StepForm } from '../form/StepForm'
import { YesNoQuestion } from '../form/YesNoQuestion'

interface HealthGroupProps {
  content: ParqContent
  onBack: () => void
  /** Continues; a refusal by the server is shown above the questions. */
  onDone: () => Promise<FormProblem[]>
}

const nameOf = (index: number) => `parq-${index + 1}`

/** The seven questions. After a yes the page says what happens next. */
export function HealthGroup({ content, onBack, onDone }: HealthGroupProps) {
  const { parq, begun, answerQuestion } = useScreeningAnswers()
  const [cleared] = useState(() => answersCleared({ begun, parq }))
  const form = useForm<Record<string, boolean | null>>({
    initial: Object.fromEntries(content.questions.map((_, index) => [nameOf(index), parq[index] ?? null])),
    check: (values) =>
      content.questions.flatMap((_, index) =>
        values[nameOf(index)] === null
          ? [{ field: nameOf(index), message: `Answer question ${index + 1} of ${PARQ_LENGTH}.` }]
          : [],
      ),
    sentenceOf,
    send: async () => (await onDone()).map(({ message }) => ({ field: null, message })),
  })
  return (
    <StepForm form={form} submit="Next" onBack={onBack}>
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
            value={form.values[nameOf(index)] ?? null}
            missing={form.errorOf(nameOf(index)) !== undefined}
            onChange={(yes) => {
              form.set({ [nameOf(index)]: yes })
              answerQuestion(index, yes)
            }}
          />
        ))}
      </div>
      <div aria-live="polite">
        {parq.includes(true) && <Notice title="Thanks for telling us">{content.notClearedText}</Notice>}
      </div>
    </StepForm>
  )
}
