import { useState } from 'react'
import { ageOf, type Sharing } from '../api/cards'
import { LinkButton } from '../components/Button'
import { Switch } from '../components/form/Checkbox'
import { Stack } from '../components/layout/Stack'
import { paths } from '../paths'
import styles from './SharingSwitches.module.css'
import text from '../components/text.module.css'

interface ChoiceProps {
  on: boolean
  onChange: (on: boolean) => void
}

/** Whether story cards show the last name. */
export function LastNameSwitch({ on, onChange }: ChoiceProps) {
  return (
    <Switch
      name="showLastName"
      label="Show my last name"
      hint="On every card and public link, and your handle on public links too. Off: first name and initial only."
      bare
      checked={on}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}

interface OptInProps extends ChoiceProps {
  /** As it is stored. */
  own: Sharing
}

/** The yes of somebody under 18 to being seen, for as long as it decides about anything. */
export function OptIn({ own, ...choice }: OptInProps) {
  const links = own.shares.filter(({ takenDown }) => !takenDown)
  const decides = own.optIn || links.some(({ asleep }) => asleep)
  // Once shown it stays, so that switching it off can be undone.
  const [shown, setShown] = useState(decides)
  if (decides && !shown) setShown(true)
  switch (ageOf(own)) {
    case 'minor':
      return <MinorsOptIn {...choice} />
    case 'adult':
      return shown && links.length > 0 && <AdultsOptIn {...choice} />
    case 'unknown':
      return (
        <Stack gap={4} className={text.measure}>
          <p>
            We do not have your date of birth. From 18 on, public boards show you if you compete, and you can
            make public links; under 18 you decide that yourself first.
          </p>
          {shown && <OptInSwitch {...choice} />}
          <div>
            <LinkButton variant="secondary" href={paths.myProfile('date-of-birth')}>
              Add your date of birth
            </LinkButton>
          </div>
        </Stack>
      )
  }
}

function OptInSwitch({ on, onChange }: ChoiceProps) {
  return (
    <Switch
      name="publicOptIn"
      label="Let others see my results"
      checked={on}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}

/** What is left of it after the 18th birthday (RULES 13.21). */
function AdultsOptIn({ on, onChange }: ChoiceProps) {
  return (
    <Switch
      name="publicOptIn"
      label="Let others open my links from before I was 18"
      hint="Off: those stop working at once. Public boards and links that you have made since stay as they are."
      bare
      checked={on}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}

/** What being seen means for somebody under 18, and then their own yes to it. */
function MinorsOptIn(choice: ChoiceProps) {
  return (
    <Stack gap={4} className={text.measure}>
      <p>
        You are under 18, so your results are not public unless you say so yourself. Here is what changes when
        you do:
      </p>
      <ul className={styles.terms}>
        <li>
          If you compete, public boards show your first name, an initial and your scores. Women, men and each
          age group have boards of their own, so they also show your age group (under 18) and, if you chose
          Female or Male, your gender.
        </li>
        <li>You can pass your cards on and make public links. Anybody who has a link can open it.</li>
        <li>
          Switch it off whenever you like: you leave the boards and your links stop working at once. A picture
          that somebody has saved stays with them.
        </li>
      </ul>
      <OptInSwitch {...choice} />
      <p className={text.quiet}>
        Not sure? Talk to a parent or guardian first. There is no hurry. From your 18th birthday public boards
        show you like every adult who competes; we write to you a week before. Links that are off by then stay
        off.
      </p>
    </Stack>
  )
}
