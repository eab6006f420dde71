// The maintenance page comes back by itself: it asks whether the site is open again and then loads what was asked for.
;(() => {
  const EVERY_MS = 15000
  const look = async () => {
    try {
      const answer = await fetch('/api/event/config', { cache: 'no-store' })
      const { data } = await answer.json()
      if (answer.ok && data.site.maintenance === false) return location.reload()
    } catch {
      // The server may be away altogether for a moment.
    }
    wait()
  }
  // Not all at the same moment: the doors open for everybody at once.
  const wait = () => setTimeout(look, EVERY_MS * (0.8 + 0.4 * Math.random()))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void look()
  })
  wait()
})()
