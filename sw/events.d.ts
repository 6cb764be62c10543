/** Background sync: only Chromium has it, so TypeScript's library doesn't (WICG background-sync). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}

/**
 * Rules that the browser follows without asking the worker (service workers, static routing); Chromium only, and of the
 * event `install` alone.
 */
interface ExtendableEvent {
  addRoutes?(rule: { condition: { requestMode: 'navigate' }; source: 'fetch-event' }): Promise<void>
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent
}

/** Notifications that vibrate: Chromium on Android only, so TypeScript's library doesn't have it. */
interface NotificationOptions {
  vibrate?: number[]
}
