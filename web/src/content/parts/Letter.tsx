import { useEffect, useRef } from 'react'
import { classNames } from '../../components/class-names'
import { Stack } from '../../components/layout/Stack'
import text from '../../components/text.module.css'
import { textOf } from '../../features/content/content-item'
import type { PartProps } from '../../first-html/part'
import styles from './Letter.module.css'

interface Placeholder {
  name: string
  means: string
}

/** What the server adds to a letter that is previewed. */
interface Mail {
  subject?: string | null
  html?: string | null
  placeholders?: readonly Placeholder[]
}

/** A letter as an inbox shows it, rendered by the server like those that it sends, and its placeholders. */
export function Letter({ item }: PartProps) {
  const mail = item.elements.mail as Mail | undefined
  return (
    <Stack gap={4} top data-theme="light" className={styles.inbox}>
      <p className={classNames(text.h4, text.name)}>
        <span className={classNames(styles.label, text.note)}>Subject</span>
        {mail?.subject ?? textOf(item.elements, 'subject')}
      </p>
      {mail?.placeholders && (
        <Stack as="dl" gap={1} className={styles.placeholders}>
          {mail.placeholders.map(({ name, means }) => (
            <div key={name} className={styles.placeholder}>
              <dt>{`{${name}}`}</dt>
              <dd>{means}</dd>
            </div>
          ))}
        </Stack>
      )}
      {mail?.html ? (
        <Drawn html={mail.html} />
      ) : (
        <p className={styles.none}>
          The site sends no e-mail with this letter. Change one of the letters that are there.
        </p>
      )}
    </Stack>
  )
}

/** The mail in its full height at any width: it runs no script, but its height can be measured. */
function Drawn({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const mail = frame.current
    if (!mail) return
    const watch = new ResizeObserver(() => fit(mail))
    watch.observe(mail)
    return () => watch.disconnect()
  }, [])
  return (
    <iframe
      ref={frame}
      className={styles.mail}
      title="The mail"
      srcDoc={html}
      sandbox="allow-same-origin"
      onLoad={(event) => fit(event.currentTarget)}
    />
  )
}

function fit(mail: HTMLIFrameElement) {
  const page = mail.contentDocument?.documentElement
  if (!page) return
  mail.style.blockSize = '0'
  // Including its borders.
  mail.style.blockSize = `${page.scrollHeight + 2}px`
}
