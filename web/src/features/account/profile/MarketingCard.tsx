import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorSentence } from '../../../api/errors'
import { queryKeys } from '../../../api/queries'
import type { UserProfile } from '../../../api/types'
import { Card } from '../../../components/Card'
import { Switch } from '../../../components/Checkbox'
import { Notice } from '../../../components/Notice'
import { Stack } from '../../../components/Stack'
import { saveMarketing, type Marketing } from '../api'
import { MARKETING } from '../form/fields'
import css from './profile.module.css'

/** What may land in the inbox. Each switch takes effect at once and goes back by itself when it could not be saved. */
export function MarketingCard({ profile }: { profile: UserProfile }) {
  const { marketingPref1, marketingPref2, marketingPref3 } = profile
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: saveMarketing,
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.profile }),
  })
  const stored: Marketing = { marketingPref1, marketingPref2, marketingPref3 }
  const choices = save.isPending ? save.variables : stored
  return (
    <Card
      as="section"
      level={3}
      title="What we may send you"
      aside={
        <p className={css.status} role="status">
          {save.isPending ? 'Saving …' : save.isSuccess ? 'Saved.' : ''}
        </p>
      }
    >
      {save.isError && (
        <Notice tone="problem" role="alert">
          {errorSentence(save.error)}
        </Notice>
      )}
      <Stack gap={1}>
        {MARKETING.map(({ name, label, hint }) => (
          <Switch
            key={name}
            name={name}
            label={label}
            hint={hint}
            bare
            checked={choices[name]}
            onChange={(event) => save.mutate({ ...choices, [name]: event.target.checked })}
          />
        ))}
      </Stack>
    </Card>
  )
}
