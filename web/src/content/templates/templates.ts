import type { ComponentType } from 'react'
import { Dashboard } from './Dashboard'
import { Flexi } from './Flexi'
import { ImageLeftContentRight } from './ImageLeftContentRight'
import { Leaderboard } from './Leaderboard'
import type { TemplateProps } from './props'

/** Every template by the name in a page's category element; an unknown one is rendered as Flexi. */
export const TEMPLATES: Readonly<Record<string, ComponentType<TemplateProps> | undefined>> = {
  Flexi,
  Dashboard,
  Leaderboard,
  'Image-Left-Content-Right': ImageLeftContentRight,
}
