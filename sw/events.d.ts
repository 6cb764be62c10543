/** Background sync: only Chromium has it, so TypeScript's library doesn't (WICG background-sync). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent
}
