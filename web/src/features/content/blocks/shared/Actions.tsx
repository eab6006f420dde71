import { useSession } from '../../../../auth/SessionProvider'
import { linkOf, type Elements } from '../../content-item'
import { ContentLinkButton } from '../../text/ContentLink'
import styles from './Actions.module.css'

/** The button of a block, for visitors or for signed-in athletes, and a quieter second one. */
export function Actions({ elements }: { elements: Elements }) {
  // False until the first session fetch has ended.
  const signedIn = useSession().status === 'authenticated'
  const link = (signedIn ? linkOf(elements, 'linkSignedIn') : null) ?? linkOf(elements, 'link')
  const secondary = linkOf(elements, 'secondaryLink')
  if (!link && !secondary) return null
  return (
    <div className={styles.actions}>
      {link && <ContentLinkButton link={link} size="large" />}
      {secondary && <ContentLinkButton link={secondary} variant="quiet" />}
    </div>
  )
}
