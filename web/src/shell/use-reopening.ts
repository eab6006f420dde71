import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/** Once the site is open again after maintenance, an open page refetches everything that it shows. */
export function useReopening(maintenance: boolean): void {
  const queries = useQueryClient()
  const was = useRef(maintenance)
  useEffect(() => {
    if (was.current && !maintenance) void queries.invalidateQueries()
    was.current = maintenance
  }, [maintenance, queries])
}
