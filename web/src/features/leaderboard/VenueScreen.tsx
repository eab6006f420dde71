import { useEffect, type ReactNode } from 'react'
import { Icon } from '../../components/Icon'
import { paths } from '../../paths'
import styles from './VenueScreen.module.css'

/** The board alone over the whole window: the site's own navigation steps aside while it stands. */
export function VenueScreen({ children }: { children: ReactNode }) {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.fullscreen = 'true'
    return () => {
      delete dataset.fullscreen
    }
  }, [])
  return (
    <div className={styles.screen}>
      <a href={paths.leaderboard()} className={styles.leave}>
        <Icon name="close" label="Leave the full screen" />
      </a>
      {children}
    </div>
  )
}
