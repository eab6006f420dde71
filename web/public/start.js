// Runs the site's script once the page has been painted: what the server drew comes first, and nothing competes with it.
// The server names the script and the files that go with it.
;(() => {
  const { main, files } = document.currentScript.dataset
  // A tab in the background paints nothing, and an old browser does not tell.
  const PATIENCE_MS = 1000
  let begun = false
  const begin = () => {
    if (begun) return
    begun = true
    for (const href of files.split(' ').filter(Boolean)) {
      const link = document.createElement('link')
      Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href })
      document.head.append(link)
    }
    const script = document.createElement('script')
    Object.assign(script, { type: 'module', crossOrigin: '', src: main })
    document.head.append(script)
  }
  window.setTimeout(begin, PATIENCE_MS)
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) window.setTimeout(begin)
  }).observe({ type: 'paint', buffered: true })
})()
