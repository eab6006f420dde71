import { useQueryClient } from '@tanstack/react-query'
import { ActionDialog } from '../../../state/ActionDialog'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { useState } from 'react'
import { londonToday } from '../../../academy/london'
import { ROLE_NAME } from '../../../academy/names'
import { errorSentence } from '../../../api/errors'
import { queryKeys } from '../../../api/queries'
import type { RoleId } from '../../../api/types'
import { SelectField } from '../../../components/form/SelectField'
import { TextField } from '../../../components/form/TextField'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import styles from './PersonForm.module.css'
import { createPerson, type NewPerson } from './api'
import { GENDERS } from '../../../academy/choices'
import { ROLE_HINT, ROLES } from './words'

type PersonForm = Record<
  'emailAddress' | 'firstName' | 'lastName' | 'dateOfBirth' | 'gender' | 'phoneNumber',
  string
> & { role: RoleId }

const NOBODY: PersonForm = {
  emailAddress: '',
  firstName: '',
  lastName: '',
  dateOfBirth: '',
  gender: '',
  phoneNumber: '',
  role: 1,
}

/** What has to be there, and what to say when it is not. */
const NEEDED = {
  firstName: 'Type their first name.',
  lastName: 'Type their last name.',
  emailAddress: 'Type their e-mail address.',
  dateOfBirth: 'Pick the day they were born.',
} as const

interface AddPersonProps {
  onClose: () => void
  /** They have an account now. */
  onAdded: (uaid: string) => void
}

/** Creates an account: the person gets a mail to set a password, and answers the health questions themselves. */
export function AddPerson({ onClose, onAdded }: AddPersonProps) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const [person, setPerson] = useState(NOBODY)
  const [tried, setTried] = useState(false)
  const add = useOperation(createPerson)
  const set = <K extends keyof PersonForm>(name: K, value: PersonForm[K]) => {
    setPerson((before) => ({ ...before, [name]: value }))
    add.reset()
  }
  const problem = (name: keyof PersonForm): string | undefined => {
    if (add.error?.field === name) return errorSentence(add.error)
    const missing = tried && name in NEEDED && person[name as keyof typeof NEEDED].trim() === ''
    return missing ? NEEDED[name as keyof typeof NEEDED] : undefined
  }
  const save = async () => {
    setTried(true)
    if (Object.keys(NEEDED).some((name) => person[name as keyof typeof NEEDED].trim() === '')) return
    const outcome = await add.run(sent(person))
    if (!outcome.ok) return
    show({ tone: 'good', message: `${person.firstName.trim()} is added. A mail is on its way.` })
    void client.invalidateQueries({ queryKey: [...queryKeys.mine, 'delivery-people'] })
    onAdded(outcome.data.uaid)
  }
  const text = (name: keyof typeof NEEDED | 'phoneNumber', label: string, type = 'text') => (
    <TextField
      label={label}
      type={type}
      name={`add-${name}`}
      autoComplete="off"
      optional={!(name in NEEDED)}
      max={type === 'date' ? londonToday() : undefined}
      value={person[name]}
      error={problem(name)}
      onChange={(event) => set(name, event.currentTarget.value)}
    />
  )
  return (
    <ActionDialog
      width="wide"
      title="Add a person"
      onClose={onClose}
      yes="Add them"
      no="Not now"
      busy={add.status === 'loading'}
      onYes={() => void save()}
    >
      <p>
        They get an e-mail with a link to set a password. An athlete answers the health questions when they
        first sign in.
      </p>
      <ErrorNotice error={add.error} />
      <div className={styles.fields}>
        {text('firstName', 'First name')}
        {text('lastName', 'Last name')}
        {text('emailAddress', 'E-mail', 'email')}
        {text('dateOfBirth', 'Date of birth', 'date')}
        {text('phoneNumber', 'Phone', 'tel')}
        <SelectField
          label="Gender"
          name="add-gender"
          placeholder="Not said"
          optional
          value={person.gender}
          options={GENDERS}
          onChange={(event) => set('gender', event.currentTarget.value)}
        />
        <SelectField
          label="Role"
          name="add-role"
          hint={ROLE_HINT[person.role]}
          value={String(person.role)}
          options={ROLES.map((role) => ({ value: String(role), label: ROLE_NAME[role] }))}
          onChange={(event) => set('role', Number(event.currentTarget.value) as RoleId)}
        />
      </div>
    </ActionDialog>
  )
}

/** Without empty fields. */
function sent({ gender, phoneNumber, ...person }: PersonForm): NewPerson {
  return { ...person, ...(gender && { gender }), ...(phoneNumber && { phoneNumber }) }
}
