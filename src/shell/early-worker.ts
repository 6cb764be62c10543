import { homePath } from '../sitemap.ts'
import { beganWithoutWorker, registerWorker } from './register-worker.ts'

/**
 * Registers the worker of a first visit at once where the server drew Home, which needs nothing more of the network:
 * the worker may fetch the app. Elsewhere the requests of the first screen go first (services.ts); those of a member
 * whose device lost its worker don't, which is rare.
 */
const isAtHome = /^#?\/?$/.test(location.hash)
if (isAtHome && document.documentElement.dataset['drawn'] === homePath && beganWithoutWorker)
  registerWorker().catch(() => {})
