import { homePath } from '../sitemap.ts'
import { registerWorker } from './register-worker.ts'

/**
 * Registers the worker of a first visit at once where the server drew Home. Its screen needs nothing more of the
 * network, so the worker may fetch the app. Other screens have requests of their own, which go first (services.ts).
 * Home's own address has no hash, or `#/`.
 */
if (document.documentElement.dataset['drawn'] === homePath && location.hash.length < 3) registerWorker().catch(() => {})
