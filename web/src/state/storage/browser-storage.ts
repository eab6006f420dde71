/**
 * `localStorage` and `sessionStorage` for every browser. Where site data is blocked, even looking at them throws; a full one
 * refuses writes. Nothing on the site depends on either: what cannot be kept is not kept, what cannot be read is not there.
 *
 * Names that begin with `sixfold.` go with the session; `sixfold-` is for what outlives it.
 */
function guarded(find: () => Storage) {
  const attempt = <T>(act: (storage: Storage) => T, otherwise: T): T => {
    try {
      return act(find())
    } catch {
      return otherwise
    }
  }
  return {
    get: (name: string) => attempt((storage) => storage.getItem(name), null),
    set: (name: string, text: string) => attempt((storage) => storage.setItem(name, text), undefined),
    remove: (name: string) => attempt((storage) => storage.removeItem(name), undefined),
    names: () => attempt((storage) => Object.keys(storage), []),
    clear: () => attempt((storage) => storage.clear(), undefined),
  }
}

/** Shared by all tabs of this browser. */
export const deviceStorage = guarded(() => window.localStorage)

/** This tab's own. */
export const tabStorage = guarded(() => window.sessionStorage)
