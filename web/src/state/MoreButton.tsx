import type { ReactNode } from 'react'
import { Button } from '../components/Button'
import text from '../components/text.module.css'
import { useFocusKept } from '../components/use-focus-kept'

interface MoreButtonProps {
  list: {
    data: { pages: readonly unknown[] } | undefined
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  children: ReactNode
}

/** Fetches the next part of a list. With the last part the focus stays where the button was; a list of one part has neither. */
export function MoreButton({ list, children }: MoreButtonProps) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const box = useFocusKept<HTMLDivElement>(undefined, true)
  if (!hasNextPage && (data?.pages.length ?? 0) < 2) return null
  return (
    <div ref={box} tabIndex={-1}>
      {hasNextPage ? (
        <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {children}
        </Button>
      ) : (
        <p className={text.note}>That is the whole list.</p>
      )}
    </div>
  )
}
