import type { ComponentType } from 'react'
import { CallToAction } from './blocks/CallToAction'
import { Countdown } from './blocks/Countdown'
import { Hero } from './blocks/Hero'
import { SixTests } from './blocks/SixTests'
import { Statement } from './blocks/Statement'
import { Steps } from './blocks/Steps'
import { TestGuide } from './blocks/TestGuide'
import { TextBlock } from './blocks/TextBlock'
import type { ContentItem } from './content-item'

const BLOCKS: Record<string, ComponentType<{ item: ContentItem }> | undefined> = {
  hero: Hero,
  countdown: Countdown,
  statement: Statement,
  'six-tests': SixTests,
  steps: Steps,
  'call-to-action': CallToAction,
  'text-block': TextBlock,
  'test-guide': TestGuide,
}

/** Whether a type of component has a drawing. */
export const isDrawn = (typeId: string): boolean => BLOCKS[typeId] !== undefined

/** The components of a page in order; a type that nobody draws shows nothing. */
export function ComponentList({ items }: { items: readonly ContentItem[] }) {
  return items.map((item) => {
    const Block = BLOCKS[item.typeId]
    return Block ? <Block key={item.id} item={item} /> : null
  })
}
