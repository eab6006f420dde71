import { classNames } from '../../../components/class-names'
import type { Rich } from '../content-item'
import { paragraphs } from './plain-text'
import styles from './RichText.module.css'

/** An author's text: the HTML that the server rendered and sanitised, or the plain text if there is none. */
export function RichText({ content, className }: { content: Rich; className?: string | undefined }) {
  if (!content.text && !content.html) return null
  const classes = classNames(styles.rich, className)
  if (content.html !== null)
    return <div className={classes} dangerouslySetInnerHTML={{ __html: content.html }} />
  return (
    <div className={classes}>
      {paragraphs(content.text).map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  )
}
