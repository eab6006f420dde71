import { Button, LinkButton } from '../../components/Button'
import { classNames } from '../../components/class-names'
import { Logo } from '../../components/graphics/Hexagon'
import { Icon } from '../../components/graphics/Icon'
import { paths, ROUTES } from '../../paths'
import type { SessionStatus } from '../../auth/session'
import styles from './TopNav.module.css'
import { useScrollFlag } from '../scroll/use-scroll-flag'
import type { CampaignLogo } from '../use-site'

// During sign-up neither Login nor Sign up is needed (RULES 13.3).
const WITHOUT_BUTTONS: readonly string[] = [
  ROUTES.register,
  ROUTES.userRegistration,
  ROUTES.accountInformation,
  ROUTES.signupCompletion,
]

interface TopNavProps {
  pathname: string
  status: SessionStatus
  title: string
  logo: string | null
  campaign: CampaignLogo | null
  menuOpen: boolean
  onOpenMenu: () => void
}

/** Logo, campaign logo, and either Login and Sign up or the burger. It makes room on the way down. */
export function TopNav({ pathname, status, title, logo, campaign, menuOpen, onOpenMenu }: TopNavProps) {
  const { flag, past } = useScrollFlag()
  const buttons = status === 'unauthenticated' && !WITHOUT_BUTTONS.includes(pathname)
  return (
    <header
      className={classNames(styles.bar, past && styles.past, past && !flag && styles.away)}
      data-scroll-up={flag || undefined}
    >
      <nav aria-label="Main" className={styles.inner}>
        <a href={paths.home()} className={styles.home} aria-label={`${title}, homepage`}>
          <Logo title={title} src={logo} />
        </a>
        {campaign && <Campaign {...campaign} />}
        <div className={styles.end}>
          {buttons && (
            <>
              <LinkButton href={paths.login()} variant="quiet" className={styles.login}>
                Login
              </LinkButton>
              <LinkButton href={paths.register()}>Sign up</LinkButton>
            </>
          )}
          {status === 'authenticated' && (
            <Button
              variant="quiet"
              className={styles.burger}
              aria-expanded={menuOpen}
              aria-haspopup="dialog"
              onClick={onOpenMenu}
            >
              <Icon name="menu" label="Open menu" />
            </Button>
          )}
        </div>
      </nav>
    </header>
  )
}

function Campaign({ src, href, alt }: CampaignLogo) {
  const image = <img src={src} alt={alt} className={styles.campaign} />
  return href ? <a href={href}>{image}</a> : image
}
