import { DoorScreen } from '../../features/kiosk/DoorScreen'
import { richOf, textOf } from '../../features/content/content-item'
import { RichText } from '../../features/content/RichText'
import type { PartProps } from '../../first-html/part'

/** The screen at the door; it takes the whole window. */
export function Arrivals({ item, page }: PartProps) {
  return (
    <DoorScreen
      headline={textOf(item.elements, 'headline') || textOf(page.elements, 'headline')}
      text={<RichText content={richOf(item.elements, 'text')} />}
    />
  )
}
