import { TextField } from '../../../components/form/TextField'
import css from './form.module.css'
import { PasswordMeter } from './PasswordMeter'
import type { FieldOf } from './use-account-form'

/** A field for a new password, with a bar for its length. */
export function NewPasswordField(field: ReturnType<FieldOf<string>>) {
  return (
    <div className={css.withMeter}>
      <TextField {...field} type="password" autoComplete="new-password" />
      <PasswordMeter password={field.value} refused={field.error !== undefined} />
    </div>
  )
}
