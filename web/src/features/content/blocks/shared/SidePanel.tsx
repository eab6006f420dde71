import { RunnerArt } from '../../../../components/art/RunnerArt'
import { Picture } from '../../../../components/graphics/Picture'
import { imageOf, type Elements } from '../../content-item'
import styles from './SidePanel.module.css'

/** The left half of a page: its picture, or a drawing of an athlete on six lanes if it has none. */
export function SidePanel({ elements }: { elements: Elements }) {
  const image = imageOf(elements, 'image')
  return (
    <div className={styles.panel}>
      {image ? (
        <Picture image={image} sizes="(width >= 1024px) 45vw, 92vw" className={styles.photo} priority />
      ) : (
        <div className={styles.art}>
          <RunnerArt />
        </div>
      )}
    </div>
  )
}
