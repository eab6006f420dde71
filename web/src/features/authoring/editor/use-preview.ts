import { useQuery } from '@tanstack/react-query'
import { useSettled } from '../../../state/use-settled'
import { previewQuery, type Item } from '../api'
import { useAuthoring } from '../authoring-context'

const PAUSE_MS = 400

/** The item as the site will draw it, including unsaved changes; the last one until the next is there. */
export const usePreview = (item: Item, enabled: boolean) =>
  useQuery({
    ...previewQuery(useAuthoring().library, useSettled(item, PAUSE_MS)),
    placeholderData: (before) => before,
    enabled,
  })
