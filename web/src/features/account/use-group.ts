import { useLocation, useNavigate } from '@tanstack/react-router'
import { groupFor, neighbour } from './steps'

/**
 * The current group of questions. It is the page's hash, so that Back, a reload and bookmarks work; unanswered groups
 * cannot be skipped.
 */
export function useGroup<G extends string>(groups: readonly G[], answered: readonly boolean[]) {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const group = groupFor(groups, hash, answered)
  const to = (next: G | null) => {
    if (next !== null) void navigate({ to: '.', hash: next, resetScroll: true })
  }
  return {
    group,
    forward: () => to(neighbour(groups, group, 1)),
    back: () => to(neighbour(groups, group, -1)),
  }
}
