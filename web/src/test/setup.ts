// What a refused call would bring along.
import '../api/errors'
import 'fake-indexeddb/auto'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// jsdom lays nothing out, so it has nowhere to scroll to.
if (typeof Element !== 'undefined') Element.prototype.scrollIntoView = () => undefined

afterEach(cleanup)

// A machine with much to do takes longer than the second that is usual.
configure({ asyncUtilTimeout: 10_000 })
