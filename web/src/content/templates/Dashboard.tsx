import { useQuery } from '@tanstack/react-query'
import { use, type CSSProperties } from 'react'
import { profileQuery } from '../../api/queries'
import { useSession } from '../../auth/SessionProvider'
import { classNames } from '../../components/class-names'
import { Actions } from '../../features/content/blocks/shared/Actions'
import { fill, richOf, textOf } from '../../features/content/content-item'
import { Kicker } from '../../features/content/text/Kicker'
import { RichText } from '../../features/content/text/RichText'
import { KeptOwn } from '../../state/kept-own'
import { isHeaded } from '../../first-html/traits'
import type { TemplateProps } from './props'
import text from '../../components/text.module.css'
import styles from './Dashboard.module.css'

/** A person's own page: a headline with their name, then cards and tools. */
export function Dashboard({ page, children }: TemplateProps) {
  return (
    <div className={styles.page}>
      {!isHeaded(page) && <Head page={page} />}
      {use(KeptOwn)}
      {children}
    </div>
  )
}

/** The length of the longest word: the headline adapts to long names. */
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
      <RichText content={richOf(elements, 'intro')} className={classNames(text.quiet, text.lead)} />
      <Actions elements={elements} />
    </header>
  )
}
