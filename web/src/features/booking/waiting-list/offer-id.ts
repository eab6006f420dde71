/**
 * The waiting-list offer in an address. The mail puts it behind the hash, where no server and no Referer sees it; a
 * query is read as well.
 */
export function offerIn({ search, hash }: { search: string; hash: string }): string | null {
  return (
    new URLSearchParams(hash.replace(/^#/, '')).get('offer') ||
    new URLSearchParams(search).get('offer') ||
    null
  )
}
