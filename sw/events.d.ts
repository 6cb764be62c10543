/** Background sync: only Chromium has it, so TypeScript's library doesn't (WICG background-sync). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent
}

/** Notifications that vibrate: Chromium on Android only, so TypeScript's library doesn't have it. */
interface NotificationOptions {
  vibrate?: number[]
}
