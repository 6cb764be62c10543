import { homePath } from '../sitemap.ts'
import { registerWorker } from './register-worker.ts'

/**
 * Registers the worker of a first visit at once where the server drew Home, which needs nothing more of the network:
 * the worker may fetch the app. Elsewhere the requests of the first screen go first (services.ts); those of a member
 * whose device lost its worker don't, which is rare. Home's own address has no hash, or `#/`.
 */
if (document.documentElement.dataset['drawn'] === homePath && location.hash.length < 3) registerWorker().catch(() => {})
