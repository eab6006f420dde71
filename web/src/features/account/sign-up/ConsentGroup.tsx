import { Checkbox } from '../../../components/form/Checkbox'
import { paths } from '../../../paths'
import css from '../form/form.module.css'
import type { ConsentContent } from '../parq'
import { sentence } from '../form/problems'
import { useScreeningAnswers } from '../screening'
import { StepForm } from '../form/StepForm'
import { useAccountForm } from '../form/use-account-form'

const AGREEMENTS = ['consent', 'healthConsent'] as const

interface ConsentGroupProps {
  content: ConsentContent
  onBack: () => void
  onDone: () => void
}

/** Two agreements, asked for separately, neither ticked beforehand. */
export function ConsentGroup({ content, onBack, onDone }: ConsentGroupProps) {
  const { consent, healthConsent, consentVersion, answer } = useScreeningAnswers()
  const version = content.version ?? null
  const agree = (ticks: Record<(typeof AGREEMENTS)[number], boolean>) =>
    answer({ ...ticks, consentVersion: version })
  // Ticks for another version of the text do not count for this one.
  const same = consentVersion === version
  const form = useAccountForm({
    initial: { consent: same && consent, healthConsent: same && healthConsent },
    check: (values) =>
      AGREEMENTS.filter((name) => !values[name]).map((name) => ({
        field: name,
        message: sentence({ field: name, code: 'REQUIRED' }),
      })),
    send: (values) => {
      agree(values)
      onDone()
    },
    onChange: agree,
  })
  return (
    <StepForm form={form} submit="Next" onBack={onBack}>
      <Checkbox {...form.tick('consent')} label={content.termsLabel} />
      <Checkbox {...form.tick('healthConsent')} label={content.healthLabel} />
      <p className={css.aside}>
        Read the <a href={paths.terms()}>terms</a> and <a href={paths.terms('consent')}>what you agree to</a>.
        Your answers stay here while you do.
      </p>
    </StepForm>
  )
}
