import { ApiFailure, normaliseFailure } from '../../../api/client/failure'
import { errorSentence } from '../../../api/error-sentence'
import type { FormProblem } from '../../../components/form/FormSummary'
import { useForm, type FormOptions } from '../../../components/form/use-form'
import { HINTS, LABELS } from './fields'
import { failureProblems } from './problems'

type Problems = readonly FormProblem[]
type Sent = ApiFailure | Problems | undefined

interface AccountFormOptions<V extends object> extends Pick<
  FormOptions<V>,
  'initial' | 'check' | 'onChange'
> {
  /** Sends the form. Returned problems are shown, and what was typed stays. */
  send: (values: V) => Sent | Promise<Sent>
}

/** Without a network an answer is missing, or the code of the rules. */
export const sentenceOf = (cause: unknown): string => errorSentence(normaliseFailure(cause))

/** A form whose fields have this feature's labels and hints, and which shows a refusal beside the field it concerns. */
export function useAccountForm<V extends object>({ initial, check, send, onChange }: AccountFormOptions<V>) {
  const form = useForm<V>({
    initial,
    onChange,
    check,
    sentenceOf,
    send: async (values) => {
      const answer = await send(values)
      return answer instanceof ApiFailure ? failureProblems(answer, Object.keys(initial)) : answer
    },
  })
  const words = (key: string) => ({ label: LABELS[key] ?? key, hint: HINTS[key] })
  return {
    ...form,
    field: (key: Parameters<typeof form.field>[0]) => ({ ...form.field(key), ...words(key) }),
    tick: (key: Parameters<typeof form.tick>[0]) => ({ ...form.tick(key), ...words(key) }),
  }
}

/** The props for fields that sign-up and the profile share. */
export type FieldOf<K extends string> = (
  key: K,
) => ReturnType<ReturnType<typeof useAccountForm<Record<K, string>>>['field']>
