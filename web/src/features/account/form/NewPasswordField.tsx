import { TextField } from '../../../components/form/TextField'
import { Stack } from '../../../components/layout/Stack'
import { PasswordMeter } from './PasswordMeter'
import type { FieldOf } from './use-account-form'

export function NewPasswordField(field: ReturnType<FieldOf<string>>) {
  return (
    <Stack gap={3}>
      <TextField {...field} type="password" autoComplete="new-password" />
      <PasswordMeter password={field.value} refused={field.error !== undefined} />
    </Stack>
  )
}
