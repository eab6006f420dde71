import { Logo } from '../../components/graphics/Hexagon'
import { Icon, type IconName } from '../../components/graphics/Icon'
import { localised, paths } from '../../paths'
import styles from './Footer.module.css'

interface FooterProps {
  signedIn: boolean
  title: string
  logo: string | null
  links: {
    privacy?: string | null
    consent?: string | null
    instagram?: string | null
    tiktok?: string | null
  }
}

/** The foot of every page. The first two links lead elsewhere for visitors who are not signed in. */
export function Footer({ signedIn, title, logo, links }: FooterProps) {
  const inside = [
    { href: signedIn ? paths.myAccount() : paths.login(), label: 'My account' },
    { href: signedIn ? paths.bookTest() : paths.register(), label: 'Take your shot' },
    { href: paths.faqs(), label: 'FAQ' },
    { href: paths.terms(), label: 'Terms and conditions' },
    { href: localised(links.privacy || paths.terms('privacy')), label: 'Privacy' },
    { href: localised(links.consent || paths.terms('consent')), label: 'Consent' },
  ]
  // Only accounts that the site settings name: a link to a platform's own front page leads nowhere.
  const social = [
    { href: links.instagram, label: 'Instagram', icon: 'instagram' },
    { href: links.tiktok, label: 'TikTok', icon: 'tiktok' },
  ].filter((link): link is { href: string; label: string; icon: IconName } => Boolean(link.href))
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <Logo title={title} src={logo} />
        <nav aria-label="Footer">
          <ul className={styles.links}>
            {inside.map(({ href, label }) => (
              <li key={label}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
        {social.length > 0 && (
          <ul className={styles.social}>
            {social.map(({ href, label, icon }) => (
              <li key={label}>
                <a href={href} rel="noreferrer" target="_blank">
                  <Icon name={icon} label={`${label} (opens in a new tab)`} />
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </footer>
  )
}
