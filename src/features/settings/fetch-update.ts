/**
 * Looks for a newer build and waits until it is stored on this device. Rejects where the server can't be reached, or
 * where the build can't be stored completely.
 */
export async function fetchUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) return
  await registration.update()
  if (registration.installing) await untilInstalled(registration.installing)
}

function untilInstalled(worker: ServiceWorker): Promise<void> {
  return new Promise((done, fail) => {
    const look = () => {
      if (worker.state === 'redundant') fail(new Error('the new build could not be installed'))
      else if (worker.state !== 'installing') done()
    }
    worker.addEventListener('statechange', look)
    look()
  })
}

/**
 * Whether the server has another build than this device, asked now: builds of one version differ too. False without a
 * service worker, where nothing knows. Rejects where the server can't be reached.
 */
export async function hasOtherBuild(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration()
  // The first install is of this page's own build.
  if (!registration?.active) return false
  await registration.update()
  return registration.installing !== null || registration.waiting !== null
}
