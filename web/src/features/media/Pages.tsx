import { Button } from '../../components/Button'
import { Icon } from '../../components/graphics/Icon'
import { Cluster } from '../../components/layout/Cluster'
import styles from './Pages.module.css'
import { TEMPLATES } from './card/templates'

/** The page numbers of the templates, and buttons to the ones before and after. */
export function Pages({ page, onTurn }: { page: number; onTurn: (to: number) => void }) {
  const last = TEMPLATES.length
  return (
    <Cluster as="nav" gap={2} align="center" aria-label="Templates" className={styles.pages}>
      <Button
        variant="quiet"
        aria-label="Template before"
        aria-disabled={page === 1 || undefined}
        onClick={() => page > 1 && onTurn(page - 1)}
      >
        <Icon name="chevronLeft" />
      </Button>
      <Cluster as="ol" gap={2} align="center">
        {TEMPLATES.map(({ id, name }, index) => (
          <li key={id}>
            <button
              type="button"
              className={styles.number}
              aria-current={index + 1 === page ? 'page' : undefined}
              aria-label={`Page ${index + 1}: ${name}`}
              onClick={() => onTurn(index + 1)}
            >
              {index + 1}
            </button>
          </li>
        ))}
      </Cluster>
      <Button
        variant="quiet"
        aria-label="Next template"
        aria-disabled={page === last || undefined}
        onClick={() => page < last && onTurn(page + 1)}
      >
        <Icon name="chevronRight" />
      </Button>
    </Cluster>
  )
}
