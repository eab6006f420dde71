import 'fake-indexeddb/auto'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// jsdom lays nothing out, so it has nowhere to scroll to.
if (typeof Element !== 'undefined') Element.prototype.scrollIntoView = () => undefined

afterEach(cleanup)
