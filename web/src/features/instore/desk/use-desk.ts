import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { OutboxError, useOutbox, type Decision, type OutboxStatus } from '../../../offline/outbox'
import { loadRules } from '../../../rules'
import { DeskStore, type DeskState } from './desk-store'
import { DirectSender } from './direct-sender'
import type { DeskStorage } from './persist-queue'
import type { Sending } from '../writes'

/** Takes the writes: the outbox, or `DirectSender` where the browser cannot encrypt. */
export interface Box extends DeskStorage {
  send: () => Promise<void>
  /** What this tablet calls itself; null where nothing can be kept. */
  device: () => Promise<string | null>
  /** Carries out what somebody has decided about refused entries, and stores the desk with it; what it adds goes first. */
  resolve: (decisions: readonly Decision[], added?: readonly Sending[], desk?: unknown) => Promise<void>
  status: () => OutboxStatus
  subscribe: (listener: () => void) => () => void
}

export interface Opened {
  store: DeskStore
  box: Box
  /** The browser cannot encrypt: the desk works only with a network. */
  unsealed: boolean
}

interface Opening extends Box {
  readDesk: () => Promise<unknown>
}

async function openDesk(outbox: Opening): Promise<Opened> {
  const rules = await loadRules()
  try {
    return { store: new DeskStore(rules, outbox, await outbox.readDesk()), box: outbox, unsealed: false }
  } catch (cause) {
    if (!(cause instanceof OutboxError) || cause.code !== 'NO_ENCRYPTION') throw cause
    const box = new DirectSender()
    return { store: new DeskStore(rules, box, null), box, unsealed: true }
  }
}

/** The desk of this tablet, once its rules and stored state are loaded. It lives as long as the page. */
export function useOpenDesk() {
  const { outbox } = useOutbox()
  return useQuery({
    queryKey: ['instore-desk'],
    queryFn: () => openDesk(outbox),
    networkMode: 'always',
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  })
}

export interface DeskContext extends Opened {
  state: DeskState
  status: OutboxStatus
  /** The bookings with something that is not on the server. */
  unsent: ReadonlySet<string>
}

/** Its state, and that of its outbox. */
export function useDeskContext(opened: Opened): DeskContext {
  const { store, box } = opened
  const state = useSyncExternalStore(store.subscribe, store.state)
  const status = useSyncExternalStore(box.subscribe, box.status)
  const unsent = new Set(
    [...status.entries, ...state.persistence.pending].map(({ about }) => about.bookingId),
  )
  return { ...opened, state, status, unsent }
}

/** What this tablet calls itself; null until it is known, or where nothing can be kept. */
export function useDevice(box: Box): string | null {
  const [device, setDevice] = useState<string | null>(null)
  useEffect(() => {
    let over = false
    box.device().then(
      (name) => !over && setDevice(name),
      () => undefined,
    )
    return () => {
      over = true
    }
  }, [box])
  return device
}
