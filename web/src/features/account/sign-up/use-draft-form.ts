import type { FormProblem } from '../../../components/form/FormSummary'
import { useSignUpDraft, type SignUpDraft } from '../draft'
import { checkFields } from '../form/checks'
import { useAccountForm } from '../form/use-account-form'

type Problems = readonly FormProblem[]

/** The form of a group: its part of the draft, checked by the rules and stored while typing. */
export function useDraftForm<K extends keyof SignUpDraft>(
  fields: readonly K[],
  onDone: () => Problems | Promise<Problems>,
  /** Problems that the rules do not know. */
  alsoCheck: (values: Pick<SignUpDraft, K>) => FormProblem[] = () => [],
) {
  const { draft, keep } = useSignUpDraft()
  const keepPart = (values: Pick<SignUpDraft, K>) => keep(values as Partial<SignUpDraft>)
  return useAccountForm({
    initial: Object.fromEntries(fields.map((name) => [name, draft[name]])) as Pick<SignUpDraft, K>,
    check: async (values) => [...(await checkFields(values, fields)), ...alsoCheck(values)],
    send: (values) => {
      keepPart(values)
      return onDone()
    },
    onChange: keepPart,
  })
}
