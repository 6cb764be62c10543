import { serviceWorkerStatus } from './service-worker-status.ts'

/** Offers the update, also to a member who declined it: the other tabs or the server have gone on to another build. */
export function offerAgain(): void {
  const status = serviceWorkerStatus.getSnapshot()
  serviceWorkerStatus.set({ ...status, isUpdateWaiting: true, offers: (status.offers ?? 0) + 1 })
}
