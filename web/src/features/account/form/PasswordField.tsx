import { TextField } from '../../../components/form/TextField'
import type { FieldOf } from './use-account-form'

interface PasswordFieldProps {
  field: ReturnType<FieldOf<string>>
  hint?: string
}

/** The account's present password. */
export const PasswordField = ({ field, hint }: PasswordFieldProps) => (
  <TextField {...field} hint={hint} type="password" autoComplete="current-password" />
)
