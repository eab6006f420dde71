import type { ReactNode } from 'react'
import { Button } from '../components/Button'

interface MoreButtonProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  children: ReactNode
}

/** Fetches the next part of a list; nothing at its end. */
export function MoreButton({ list, children }: MoreButtonProps) {
  if (!list.hasNextPage) return null
  return (
    <Button variant="secondary" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {children}
    </Button>
  )
}
