// The picture that stands beside a link to the site where no author has chosen another: the site's own art and type.
import '@fontsource-variable/archivo/wdth.css'
import { createRoot } from 'react-dom/client'
import '../../src/components/tokens.css'
import '../../src/components/base.css'
import { HeroArt } from '../../src/components/art/HeroArt'
import { Logo } from '../../src/components/graphics/Hexagon'
import styles from './ShareImage.module.css'

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <div className={styles.picture}>
      <div className={styles.words}>
        <Logo title="Sixfold" className={styles.logo} />
        <p className={styles.headline}>
          Six tests.
          <br />
          One <span className={styles.lit}>score.</span>
        </p>
        <p className={styles.tests}>
          Cognitive / Strength / Power
          <br />
          Speed / Agility / Endurance
        </p>
      </div>
      <HeroArt className={styles.art} />
    </div>,
  )
