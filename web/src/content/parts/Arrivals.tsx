import { DoorScreen } from '../../features/kiosk/DoorScreen'
import { richOf, textOf } from '../../features/content/content-item'
import { RichText } from '../../features/content/text/RichText'
import type { PartProps } from '../../first-html/part'

/** The check-in screen at the door; it fills the window. */
export function Arrivals({ item, page }: PartProps) {
  return (
    <DoorScreen
      headline={textOf(item.elements, 'headline') || textOf(page.elements, 'headline')}
      text={<RichText content={richOf(item.elements, 'text')} />}
    />
  )
}
