import { useSession } from '../../auth/SessionProvider'
import { MyProfile } from '../../features/account/profile/MyProfile'
import { FormCopy } from '../../features/account/use-authored'
import { textOf } from '../../features/content/content-item'
import { paragraphs } from '../../features/content/text/plain-text'
import type { PartProps } from '../../first-html/part'

/** Everything stored about the signed-in person; nothing for visitors. */
export function Profile({ item, page }: PartProps) {
  const { status } = useSession()
  if (status !== 'authenticated') return null
  const word = (own: string, ofPage: string) => textOf(item.elements, own) || textOf(page.elements, ofPage)
  return (
    <FormCopy
      value={{ headline: word('headline', 'headline'), intro: paragraphs(word('text', 'intro')).join(' ') }}
    >
      <MyProfile />
    </FormCopy>
  )
}
