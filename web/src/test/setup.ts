// What a refused call would bring along.
import '../api/errors'
import 'fake-indexeddb/auto'
import { webcrypto } from 'node:crypto'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// jsdom's has random numbers and no more.
if (!('subtle' in crypto))
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true })

if (typeof Element !== 'undefined') {
  // jsdom lays nothing out, so it has nowhere to scroll to.
  Element.prototype.scrollIntoView = () => undefined
  window.scrollTo = () => undefined
  // It has the element, but not its methods.
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
}

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

// A machine with much to do takes longer than the second that is usual.
configure({ asyncUtilTimeout: 10_000 })
