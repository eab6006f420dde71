import { useQueryClient } from '@tanstack/react-query'
import { saveProfile } from '../../../api/calls'
import { queryKeys } from '../../../api/queries'
import { Dialog } from '../../../components/dialog/Dialog'
import { Form, FormButtons } from '../../../components/form/Form'
import { useOperation } from '../../../state/use-operation'
import { padDate } from '../form/birth-date'
import { BirthDateField } from '../form/BirthDateField'
import { checkFields } from '../form/checks'
import { missing } from '../form/problems'
import { useAccountForm } from '../form/use-account-form'

/** Corrects or adds the date of birth, and nothing else. */
export function BirthDateDialog({ stored, onClose }: { stored: string; onClose: () => void }) {
  const queries = useQueryClient()
  const { run } = useOperation(saveProfile)
  const form = useAccountForm({
    initial: { dateOfBirth: stored },
    check: async ({ dateOfBirth }) => [
      ...missing('dateOfBirth', dateOfBirth),
      ...(await checkFields({ dateOfBirth: padDate(dateOfBirth) }, ['dateOfBirth'])),
    ],
    send: async ({ dateOfBirth }) => {
      const saved = await run({ dateOfBirth: padDate(dateOfBirth) })
      if (!saved.ok) return saved.error
      // Age groups, boards and what may be booked follow from it.
      await queries.invalidateQueries({ queryKey: queryKeys.mine })
      onClose()
    },
  })
  return (
    <Dialog
      open
      title={stored === '' ? 'Add your date of birth' : 'Change your date of birth'}
      onClose={onClose}
    >
      <Form {...form.props}>
        <BirthDateField
          {...form.field('dateOfBirth')}
          onChange={(dateOfBirth) => form.set({ dateOfBirth })}
        />
        <FormButtons busy={form.busy} submit="Save" onLeave={onClose} />
      </Form>
    </Dialog>
  )
}
