import { useQueryClient } from '@tanstack/react-query'
import { refusedField } from '../../../api/error-sentence'
import { Form, FormButtons } from '../../../components/form/Form'
import { TextField } from '../../../components/form/TextField'
import { useForm } from '../../../components/form/use-form'
import { paths } from '../../../paths'
import { useOperation } from '../../../state/use-operation'
import { crewQuery, crewsQuery, FIRST_SHARING, startCrew } from './api'
import { Refused } from './Refused'
import { FirstChoices } from './ShareChoices'

export const checkName = ({ name }: { name: string }) =>
  name.trim() === '' ? [{ field: 'name', message: 'Give your crew a name.' }] : []

/** A new crew takes a name, and what its owner shares in it. */
export function StartCrew({ onStarted }: { onStarted: (crewId: string) => void }) {
  const queries = useQueryClient()
  const start = useOperation(startCrew)
  const form = useForm({
    initial: { name: '', ...FIRST_SHARING },
    check: checkName,
    send: async ({ name, ...sharing }) => {
      const outcome = await start.run({ name: name.trim(), ...sharing })
      if (!outcome.ok) return
      const { data: crew } = outcome
      queries.setQueryData(crewQuery(crew.crewId).queryKey, crew)
      void queries.invalidateQueries({ queryKey: crewsQuery().queryKey, exact: true })
      onStarted(crew.crewId)
    },
    onChange: start.reset,
    refused: refusedField(start.error),
    nameOf: () => 'crew-name',
  })
  return (
    <Form {...form.props} aria-label="Start a crew">
      {!start.error?.field && <Refused error={start.error} here={paths.crews()} />}
      <TextField label="Name of the crew" autoComplete="off" {...form.field('name')} />
      <FirstChoices sharing={form.values} onChange={form.set} />
      <FormButtons submit="Start a crew" busy={form.busy} />
    </Form>
  )
}
