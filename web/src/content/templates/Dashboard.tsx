import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { profileQuery } from '../../api/queries'
import { useSession } from '../../auth/SessionProvider'
import { classNames } from '../../components/class-names'
import { fill, richOf, textOf } from '../../features/content/content-item'
import { Kicker } from '../../features/content/Kicker'
import { RichText } from '../../features/content/RichText'
import { isHeaded } from '../../first-html/traits'
import type { TemplateProps } from './props'
import styles from './Dashboard.module.css'

/** A person's own page: a headline that knows their name, then cards and tools. */
export function Dashboard({ page, children }: TemplateProps) {
  return (
    <div className={styles.page}>
      {!isHeaded(page) && <Head page={page} />}
      {children}
    </div>
  )
}

/** The letters of the longest word: names are as long as they are, and the headline makes room. */
const longestWord = (text: string): number =>
  Math.max(6, ...text.split(/\s+/).map((word) => [...word].length))

function Head({ page: { elements } }: Pick<TemplateProps, 'page'>) {
  const headline = textOf(elements, 'headline')
  const { status } = useSession()
  const named = headline.includes('{')
  const { data: profile } = useQuery({ ...profileQuery(), enabled: status === 'authenticated' })
  const words = fill(headline, { firstName: profile?.firstName })
  return (
    <header className={styles.head}>
      <Kicker>{textOf(elements, 'kicker') || textOf(elements, 'title')}</Kicker>
      <h1
        className={classNames(styles.headline, named && styles.named)}
        style={named ? ({ '--longest': longestWord(words) } as CSSProperties) : undefined}
      >
        {words}
      </h1>
      <RichText content={richOf(elements, 'intro')} className={styles.intro} />
    </header>
  )
}
