import { useQueryClient } from '@tanstack/react-query'
import { refusedField } from '../../../api/error-sentence'
import { Form, FormButtons } from '../../../components/form/Form'
import { TextField } from '../../../components/form/TextField'
import { useForm } from '../../../components/form/use-form'
import { paths } from '../../../paths'
import { useOperation } from '../../../state/use-operation'
import { crewQuery, crewsQuery, FIRST_SHARING, startCrew } from './api'
import { Refused } from './Refused'

export const NAME_MAX = 40

export const checkName = ({ name }: { name: string }) =>
  name.trim() === '' ? [{ field: 'name', message: 'Give your crew a name.' }] : []

/** A new crew takes a name and nothing else. */
export function StartCrew({ onStarted }: { onStarted: (crewId: string) => void }) {
  const queries = useQueryClient()
  const start = useOperation((name: string, key) => startCrew({ name, ...FIRST_SHARING }, key))
  const form = useForm({
    initial: { name: '' },
    check: checkName,
    send: async ({ name }) => {
      const outcome = await start.run(name.trim())
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
      <TextField
        label="Name of the crew"
        hint="Your season’s best final goes on its board. Inside you can hide it, or show all six scores."
        autoComplete="off"
        maxLength={NAME_MAX}
        {...form.field('name')}
      />
      <FormButtons submit="Start a crew" busy={form.busy} />
    </Form>
  )
}
