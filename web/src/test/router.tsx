import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'

const historyAt = (address: string) => createMemoryHistory({ initialEntries: [address] })

/** In a router that shows the same at every address. */
export function routed(children: ReactNode, address = '/') {
  const routeTree = createRootRoute({ component: () => children })
  return <RouterProvider router={createRouter({ routeTree, history: historyAt(address) }) as never} />
}

/** A router with these pages, by path. */
export function routerOf(pages: Readonly<Record<string, () => ReactNode>>, address: string) {
  const root = createRootRoute()
  const routes = Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  )
  return createRouter({ routeTree: root.addChildren(routes), history: historyAt(address) })
}
