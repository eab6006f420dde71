import { useLocation } from '@tanstack/react-router'
import { useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { counted } from '../../../academy/numbers'
import type { ContentItem } from '../content-item'
import { findFaqs, readFaqGroup, type Faq } from './faq-search'
import { Stack } from '../../../components/layout/Stack'
import styles from './Faqs.module.css'
import text from '../../../components/text.module.css'
import { RichText } from '../text/RichText'

/** Nobody types into a field that has been replaced. */
const never = () => () => undefined

/** Every question in its group, with a search over all of them; `#anchor` opens one. */
export function Faqs({ groups: items }: { groups: readonly ContentItem[] }) {
  // What was typed into the server's markup is kept: before the script ran, and while React was rendering.
  const [first] = useState(() => document.querySelector<HTMLInputElement>('#faq-search'))
  const typedFirst = useSyncExternalStore(never, () => first?.value ?? '')
  const typing = useSyncExternalStore(never, () => first !== null && document.activeElement === first)
  const [typed, setSearch] = useState<string | null>(null)
  const search = typed ?? typedFirst
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (!typing) return
    field.current?.focus()
    field.current?.setSelectionRange(first?.selectionStart ?? null, first?.selectionEnd ?? null)
  }, [typing, first])
  const searchId = useId()
  const groups = items.map(readFaqGroup)
  const found = findFaqs(groups, search)
  const count = found.reduce((sum, group) => sum + group.faqs.length, 0)
  return (
    <div className={styles.faqs}>
      <aside className={styles.side}>
        <div role="search" className={styles.search}>
          <label htmlFor={searchId}>Search the questions</label>
          <input
            ref={field}
            id={searchId}
            type="search"
            value={search}
            placeholder="cancel, retest, under 18 …"
            autoComplete="off"
            onChange={(event) => setSearch(event.target.value)}
          />
          <p role="status" className={styles.count}>
            {search.trim() && counted(count, 'answer')}
          </p>
        </div>
        <nav aria-label="Groups of questions">
          <ul className={styles.groups}>
            {found.map((group) => (
              <li key={group.id}>
                <a href={`#${group.id}`}>
                  {group.title} <span className={text.quietFigures}>{group.faqs.length}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </aside>
      <div className={styles.list}>
        {found.map((group) => (
          <section
            key={group.id}
            id={group.id}
            aria-labelledby={`${group.id}-title`}
            tabIndex={-1}
            className={styles.group}
          >
            <h2 id={`${group.id}-title`}>{group.title}</h2>
            <RichText content={group.text} className={styles.words} />
            {group.faqs.map((faq) => (
              <Question key={faq.anchor || faq.question} faq={faq} />
            ))}
          </section>
        ))}
        {found.length === 0 && (
          <Stack gap={4} start className={styles.nothing}>
            <h2>Nothing for “{search.trim()}”.</h2>
            <p>Try one word instead of three, or start again.</p>
            <button type="button" className={styles.again} onClick={() => setSearch('')}>
              Show every question
            </button>
          </Stack>
        )}
      </div>
    </div>
  )
}

/** One question; opened by a click, or by its anchor in the address. */
function Question({ faq }: { faq: Faq }) {
  const hash = useLocation({ select: (location) => location.hash })
  const linked = faq.anchor !== '' && hash === faq.anchor
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (linked && box.current) box.current.open = true
  }, [linked])
  return (
    <details ref={box} id={faq.anchor || undefined} className={styles.question}>
      <summary>
        <span>{faq.question}</span>
      </summary>
      <div className={styles.answer}>
        <RichText content={faq.answer} />
        {faq.anchor && (
          <a href={`#${faq.anchor}`} className={styles.link}>
            Link to this answer
          </a>
        )}
      </div>
    </details>
  )
}
