import type { ComponentProps } from 'react'
import { BookingSummary } from './ConfirmStep'
import { DetailsForm } from './DetailsForm'

type DetailsStepProps = Omit<ComponentProps<typeof DetailsForm>, 'aside'> & {
  booking: ComponentProps<typeof BookingSummary>
}

export const DetailsStep = ({ booking, ...form }: DetailsStepProps) => (
  <DetailsForm {...form} aside={<BookingSummary {...booking} />} />
)
