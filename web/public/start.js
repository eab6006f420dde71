// Runs the site's script once the page has been painted: what the server drew comes first, and nothing competes with it.
// The server names the script and the files that go with it, those that others need first. Each is run by itself, so that a
// press or a scroll between two of them is not kept waiting.
;(() => {
  const { main, files } = document.currentScript.dataset
  // A tab in the background paints nothing, and an old browser does not tell.
  const PATIENCE_MS = 1000
  // Before each try for the main script; the first lets a press or a scroll through.
  const PAUSES_MS = [0, 1000, 4000]
  const pause = (ms) => new Promise((resolve) => window.setTimeout(resolve, ms))
  // With classes that are on every page (`AppShell.tsx`, `Notice.tsx`).
  const offerReload = () => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<div class="AppShell_offline"><div class="Notice_banner Notice_problem" role="alert"><span>
This page did not load completely, so parts of it do not work. <a href="">Reload</a></span></div></div>`,
    )
    document.body.lastElementChild.querySelector('a').addEventListener('click', (event) => {
      // The link alone would lose what is behind a # in the address.
      event.preventDefault()
      window.location.reload()
    })
  }
  let begun = false
  const begin = async () => {
    if (begun) return
    begun = true
    const first = files.split(' ').filter(Boolean)
    const links = document.createDocumentFragment()
    for (const href of [...first, main])
      links.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
      )
    document.head.append(links)
    for (const file of first) {
      await pause()
      // What did not come is missed, and asked for again, by what needs it.
      await import(file).catch(() => undefined)
    }
    for (const ms of PAUSES_MS) {
      await pause(ms)
      if (await import(main).catch(() => null)) return
    }
    // A browser may remember what did not come. Under another name there could be two of the script, and what it imports
    // would keep its own: only a reload helps then.
    offerReload()
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
