import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { queryKeys } from '../../../api/queries'
import type { UserProfile } from '../../../api/types'
import { SavingLine } from '../../../components/feedback/LiveRegion'
import { Card } from '../../../components/layout/Card'
import { Switch } from '../../../components/form/Checkbox'
import { Stack } from '../../../components/layout/Stack'
import { saveMarketing, type Marketing } from '../api'
import { MARKETING } from '../form/fields'

/** Marketing e-mails. Each switch takes effect at once and is reset if it could not be saved. */
export function MarketingCard({ profile }: { profile: UserProfile }) {
  const { marketingPref1, marketingPref2, marketingPref3 } = profile
  const queries = useQueryClient()
  const save = useMutation({
    // One after the other. Each sends only what was changed here and is not saved yet: another device may change the rest.
    scope: { id: 'marketing' },
    mutationFn: saveMarketing,
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.profile }),
  })
  const changed: Partial<Marketing> = save.isPending ? save.variables : {}
  const choices: Marketing = { marketingPref1, marketingPref2, marketingPref3, ...changed }
  return (
    <Card as="section" level={3} title="What we may send you" aside={<SavingLine save={save} />}>
      <ErrorNotice error={save.error} />
      <Stack gap={1}>
        {MARKETING.map(({ name, label, hint }) => (
          <Switch
            key={name}
            name={name}
            label={label}
            hint={hint}
            bare
            checked={choices[name]}
            onChange={(event) => save.mutate({ ...changed, [name]: event.target.checked })}
          />
        ))}
      </Stack>
    </Card>
  )
}
