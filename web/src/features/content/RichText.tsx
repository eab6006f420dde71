import { useQuery } from '@tanstack/react-query'
import { classNames } from '../../components/class-names'
import { localised } from '../../paths'
import { isPlain, paragraphs } from './plain-text'
import styles from './RichText.module.css'

/**
 * An author's Markdown on the page. The library that renders it is loaded only when a text has markup; until it is
 * there, the same words stand in plain paragraphs, so that little moves.
 */
export function RichText({ markdown, className }: { markdown: string; className?: string | undefined }) {
  const plain = isPlain(markdown)
  const { data: renderer } = useQuery({
    queryKey: ['markdown-renderer'],
    queryFn: () => import('./markdown'),
    enabled: !plain,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  if (!markdown) return null
  const classes = classNames(styles.rich, className)
  if (plain || !renderer) {
    return (
      <div className={classes}>
        {paragraphs(markdown).map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
      </div>
    )
  }
  return (
    <div
      className={classes}
      dangerouslySetInnerHTML={{ __html: renderer.renderMarkdown(markdown, localised) }}
    />
  )
}
