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
  addRoutes?(rules: RouterRule[]): Promise<void>
}

/** The first rule whose condition holds counts; a pattern without an origin is of the worker's own. */
interface RouterRule {
  condition: { requestMode: 'navigate' } | { urlPattern: string }
  source: 'fetch-event' | 'network'
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent
}
