import { useState } from 'react'
import { ROLE_NAME, fullName } from '../../../academy/names'
import type { UserProfile } from '../../../api/types'
import { corners, pointList, roundedPath } from '../../../components/art/hexagon'
import { Button } from '../../../components/Button'
import { classNames } from '../../../components/class-names'
import { EmailText } from '../../../components/EmailText'
import { Stack } from '../../../components/layout/Stack'
import anchor from '../../../components/layout/anchor.module.css'
import textStyles from '../../../components/text.module.css'
import { CallAcademy } from '../../../state/CallAcademy'
import { waitsForGuardian } from '../../../state/waits-for-guardian'
import { sayDate } from '../form/birth-date'
import { BirthDateDialog } from './BirthDateDialog'
import css from './profile.module.css'

const CENTRE = { x: 100, y: 100 }
const ROLES: Readonly<Record<number, string>> = { ...ROLE_NAME, 2: 'In-store team' }

/** The first letters of both names, for the badge in place of a photo. */
function initials(firstName: string, lastName: string): string {
  return (
    [firstName, lastName]
      .map((name) => [...name.trim()][0] ?? '')
      .join('')
      .toLocaleUpperCase('en-GB') || '6'
  )
}

/** The athlete's card: initials in the hexagon, name, number. */
export function IdentityCard({ profile }: { profile: UserProfile }) {
  const { firstName, lastName, uaid, role, dateOfBirth, emailAddress } = profile
  const name = fullName(profile)
  const born = dateOfBirth ?? ''
  const [changing, setChanging] = useState(false)
  return (
    <>
      <Stack as="section" gap={5} className={css.identity} aria-label="Who you are">
        <svg className={css.badge} viewBox="0 0 200 200" aria-hidden="true" focusable="false">
          <polygon className={css.badgeRing} points={pointList(corners(CENTRE, 98))} />
          <path className={css.badgePlate} d={roundedPath(corners(CENTRE, 84), 0.06)} />
          <text
            className={classNames(css.badgeText, textStyles.poster)}
            x="100"
            y="104"
            textAnchor="middle"
            dominantBaseline="middle"
          >
            {initials(firstName, lastName)}
          </text>
        </svg>
        <Stack gap={2} className={css.identityText}>
          <p className={classNames(textStyles.small, textStyles.title)}>{ROLES[role] ?? 'Athlete'}</p>
          <h2 className={classNames(textStyles.anywhere, textStyles.h2)}>
            {name === '' ? 'New athlete' : name}
          </h2>
          <Stack as="dl" gap={3} className={css.plateFacts}>
            <div>
              <dt>Athlete number</dt>
              <dd>{uaid}</dd>
            </div>
            <div>
              <dt>Born</dt>
              <dd>{born === '' ? 'Not given' : sayDate(born)}</dd>
              {/* Nobody who waits for a guardian can make themselves older (RULES 6.3). */}
              <dd>
                {waitsForGuardian(profile) ? (
                  <span className={classNames(textStyles.small, textStyles.regular)}>
                    Wrong? <CallAcademy />.
                  </span>
                ) : (
                  <Button
                    id="date-of-birth"
                    variant="quiet"
                    className={classNames(css.change, anchor.anchor)}
                    onClick={() => setChanging(true)}
                  >
                    {born === '' ? 'Add your date of birth' : 'Wrong? Change it'}
                  </Button>
                )}
              </dd>
            </div>
            <div>
              <dt>E-mail</dt>
              <dd className={textStyles.anywhere}>
                <EmailText>{emailAddress}</EmailText>
              </dd>
            </div>
          </Stack>
        </Stack>
      </Stack>
      {changing && <BirthDateDialog stored={born} onClose={() => setChanging(false)} />}
    </>
  )
}
