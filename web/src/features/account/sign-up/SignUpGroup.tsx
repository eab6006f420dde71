import type { ReactNode } from 'react'
import { ProgressSteps } from '../../../components/feedback/ProgressSteps'
import { FlowLayout } from '../FlowLayout'
import css from '../FlowLayout.module.css'
import { progress, type GROUPS } from '../steps'

/** The names of the nine groups, in the order of `GROUPS`. */
const STEP_NAMES = ['Age', 'Consent', 'Health', 'You', 'Account', 'Sport', 'Contact', 'Emergency', 'Socials']

interface SignUpGroupProps {
  page: keyof typeof GROUPS
  group: string
  headline: string
  lead?: string
  children: ReactNode
}

/** The frame of a group of questions: the step, the headline, the form. */
export function SignUpGroup({ page, group, headline, lead, children }: SignUpGroupProps) {
  const { at, of } = progress(page, group)
  return (
    <FlowLayout
      title={headline}
      lead={lead}
      share={(at - 1) / of}
      mark={String(at)}
      steps={<ProgressSteps label="Sign-up" steps={STEP_NAMES} current={at - 1} className={css.steps} />}
    >
      {children}
    </FlowLayout>
  )
}
