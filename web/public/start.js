// Runs the site's script once the page has been painted: what the server drew comes first, and nothing competes with it.
// The server names the script and the files that go with it, those that others need first. Each is run by itself, so that a
// press or a scroll between two of them is not kept waiting.
;(() => {
  const { main, files } = document.currentScript.dataset
  // A tab in the background paints nothing, and an old browser does not tell.
  const PATIENCE_MS = 1000
  const breath = () => new Promise((resolve) => window.setTimeout(resolve))
  let begun = false
  const begin = async () => {
    if (begun) return
    begun = true
    const all = [...files.split(' ').filter(Boolean), main]
    const links = document.createDocumentFragment()
    for (const href of all)
      links.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
      )
    document.head.append(links)
    for (const file of all) {
      await breath()
      // What did not come is missed, and asked for again, by what needs it.
      await import(file).catch(() => undefined)
    }
  }
  const isReacts = (element) => Object.keys(element).some((key) => key.startsWith('__react'))
  const TRIES = 20
  const PAUSE_MS = 100
  const nameOf = (button) =>
    button.textContent.trim() || button.querySelector('[aria-label]')?.getAttribute('aria-label')
  const itemOf = (button) => button.closest('[data-item]')?.dataset.item
  // The buttons of one content item (or of none: the site's head) that have the same name, in their order.
  const alike = (item, name) =>
    [...document.querySelectorAll('#root button')].filter(
      (button) => itemOf(button) === item && nameOf(button) === name,
    )
  // A button pressed before React has drawn it is pressed again once it has; after two seconds the person has moved on.
  document.addEventListener('click', (event) => {
    const pressed = event.target.closest?.('#root button')
    if (!pressed || isReacts(pressed)) return
    const [item, name] = [itemOf(pressed), nameOf(pressed)]
    const at = alike(item, name).indexOf(pressed)
    const again = (tries) => {
      const same = alike(item, name)[at]
      if (same && isReacts(same)) same.click()
      else if (tries > 0) window.setTimeout(again, PAUSE_MS, tries - 1)
    }
    again(TRIES)
  })
  window.setTimeout(begin, PATIENCE_MS)
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) window.setTimeout(begin)
  }).observe({ type: 'paint', buffered: true })
})()
