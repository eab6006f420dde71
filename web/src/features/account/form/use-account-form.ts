/**
 * One way for every form of this feature: react-hook-form for the fields, the rules for the check, the problems
 * beside the fields and summed up on top, what was typed kept.
 */
import { useEffect, useState } from 'react'
import { useForm, type DefaultValues, type FieldErrors, type FieldValues, type Path } from 'react-hook-form'
import { errorSentence } from '../../../api/errors'
import { normaliseFailure } from '../../../api/failure'
import { HINTS, LABELS } from './fields'
import type { Problem } from './problems'

interface AccountFormOptions<F extends FieldValues> {
  /** The fields in the order of the screen, which is the order of the summary. */
  fields: readonly (keyof F & string)[]
  defaults: DefaultValues<F>
  /** The problems of these values; none lets the submission go on. */
  check: (values: F) => Problem[] | Promise<Problem[]>
  /** Sends it; problems that come back are shown, what was typed stays. */
  send: (values: F) => Problem[] | Promise<Problem[]>
  /** Told of every change, to keep a draft. */
  onTyped?: ((values: F) => void) | undefined
}

const ROOT = 'root'

function toErrors<F extends FieldValues>(problems: readonly Problem[]): FieldErrors<F> {
  const errors = problems.map(({ field, message }) => [field ?? ROOT, { type: 'rule', message }])
  return Object.fromEntries(errors) as FieldErrors<F>
}

/** The form's state and the props of its parts. */
export function useAccountForm<F extends FieldValues>(options: AccountFormOptions<F>) {
  const { fields, defaults, check, send, onTyped } = options
  const [attempt, setAttempt] = useState(0)
  const form = useForm<F>({
    defaultValues: defaults,
    shouldFocusError: false,
    resolver: async (values) => {
      // The rules are code that may not come in a dead spot.
      const problems = await Promise.resolve(check(values)).catch((cause: unknown): Problem[] => [
        { field: null, message: errorSentence(normaliseFailure(cause)) },
      ])
      return problems.length === 0 ? { values, errors: {} } : { values: {}, errors: toErrors<F>(problems) }
    },
  })
  const { errors, isSubmitting } = form.formState

  useEffect(() => {
    if (onTyped === undefined) return undefined
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => onTyped(values) })
  }, [form, onTyped])

  const messageOf = (name: string): string | undefined => {
    const message: unknown = (errors as Record<string, { message?: unknown } | undefined>)[name]?.message
    return typeof message === 'string' ? message : undefined
  }

  /** Everything wrong, in the order of the screen, the form as a whole first. */
  const problems: Problem[] = [null, ...fields].flatMap((field) => {
    const message = messageOf(field ?? ROOT)
    return message === undefined ? [] : [{ field, message }]
  })

  const again = () => setAttempt((count) => count + 1)
  const onSubmit = form.handleSubmit(async (values) => {
    const found = await send(values)
    for (const { field, message } of found)
      form.setError((field ?? ROOT) as Path<F>, { type: 'server', message })
    if (found.length > 0) again()
  }, again)

  /** The props of one field of the kit: its name, label, hint and error. */
  const field = (name: keyof F & string) => ({
    ...form.register(name as string as Path<F>),
    label: LABELS[name] ?? name,
    hint: HINTS[name],
    error: messageOf(name),
  })

  return { form, field, problems, messageOf, attempt, isSubmitting, onSubmit }
}
