import { useQueryClient } from '@tanstack/react-query'
import { ActionDialog } from '../../../state/ActionDialog'
import { londonToday } from '../../../academy/london'
import { ROLE_NAME } from '../../../academy/names'
import { queryKeys } from '../../../api/queries'
import type { RoleId } from '../../../api/types'
import { FormSummary } from '../../../components/form/FormSummary'
import { SelectField } from '../../../components/form/SelectField'
import { TextField } from '../../../components/form/TextField'
import { useForm } from '../../../components/form/use-form'
import { Grid } from '../../../components/layout/Grid'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import { createPerson, type NewPerson } from './api'
import { PersonRefusal } from './PersonRefusal'
import { GENDERS } from '../../../academy/choices'
import { refusedPerson, ROLE_HINT, ROLES } from './words'

type PersonForm = Record<
  'emailAddress' | 'firstName' | 'lastName' | 'dateOfBirth' | 'gender' | 'phoneNumber',
  string
> & { role: RoleId }

const NOBODY: PersonForm = {
  firstName: '',
  lastName: '',
  emailAddress: '',
  dateOfBirth: '',
  gender: '',
  phoneNumber: '',
  role: 1,
}

/** The required fields, and the message if one is empty. */
const NEEDED = {
  firstName: 'Type their first name.',
  lastName: 'Type their last name.',
  emailAddress: 'Type their e-mail address.',
  dateOfBirth: 'Give their date of birth.',
} as const

const missing = (person: PersonForm) =>
  Object.entries(NEEDED)
    .filter(([field]) => person[field as keyof typeof NEEDED].trim() === '')
    .map(([field, message]) => ({ field, message }))

interface AddPersonProps {
  onClose: () => void
  /** Called with the new account. */
  onAdded: (uaid: string) => void
}

/** Creates an account: the person gets a mail to get started, and answers the health questions themselves. */
export function AddPerson({ onClose, onAdded }: AddPersonProps) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const add = useOperation(createPerson)
  const refused = refusedPerson(add.error)
  const form = useForm({
    initial: NOBODY,
    check: missing,
    send: async (person) => {
      const outcome = await add.run(sent(person))
      if (!outcome.ok) return
      show({ tone: 'good', message: `${person.firstName.trim()} is added. An e-mail is on its way.` })
      void client.invalidateQueries({ queryKey: [...queryKeys.mine, 'delivery-people'] })
      onAdded(outcome.data.uaid)
    },
    onChange: add.reset,
    refused,
    nameOf: (key) => `add-${key}`,
  })
  const { role } = form.values
  const text = (name: keyof typeof NEEDED | 'phoneNumber', label: string, type = 'text') => (
    <TextField
      label={label}
      type={type}
      {...form.field(name)}
      autoComplete="off"
      optional={!(name in NEEDED)}
      max={type === 'date' ? londonToday() : undefined}
    />
  )
  return (
    <ActionDialog
      width="wide"
      title="Add a person"
      onClose={onClose}
      yes="Add them"
      no="Not now"
      busy={form.busy}
      onYes={() => void form.submit()}
    >
      <p>
        They get an e-mail with a link to get started. An athlete answers the health questions when they first
        sign in.
      </p>
      <FormSummary problems={form.problems} attempt={form.props.attempt} />
      <Grid least={13} fit gap={4} align="start">
        {text('firstName', 'First name')}
        {text('lastName', 'Last name')}
        {text('emailAddress', 'E-mail', 'email')}
        {text('dateOfBirth', 'Date of birth', 'date')}
        {text('phoneNumber', 'Phone', 'tel')}
        <SelectField
          label="Gender"
          {...form.field('gender')}
          placeholder="Not said"
          optional
          options={GENDERS}
        />
        <SelectField
          label="Role"
          name="add-role"
          hint={ROLE_HINT[role]}
          value={String(role)}
          options={ROLES.map((role) => ({ value: String(role), label: ROLE_NAME[role] }))}
          onChange={(event) => form.set({ role: Number(event.currentTarget.value) as RoleId })}
        />
      </Grid>
      {!(refused && refused.field in form.values) && <PersonRefusal error={add.error} />}
    </ActionDialog>
  )
}

/** Without empty fields. */
function sent({ gender, phoneNumber, ...person }: PersonForm): NewPerson {
  return { ...person, ...(gender && { gender }), ...(phoneNumber && { phoneNumber }) }
}
