import { locale } from './locale.ts'
import { registerWorker } from './register-worker.ts'

/** Whether no worker serves this page right after its first frame: on a first visit, or after a hard reload. */
export const beganWithoutWorker = !navigator.serviceWorker?.controller

/** Answers what workers ask each page: which build it runs, whose files must stay, and what it speaks. */
export function answerWorkers(): void {
  navigator.serviceWorker?.addEventListener('message', ({ data, ports: [port] }: MessageEvent<unknown>) => {
    const type = typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined
    if (type === 'which-build') port?.postMessage(__BUILD_ID__)
    if (type === 'which-language') port?.postMessage(locale.getSnapshot().language)
  })
}

/**
 * Registers the worker of a device that has none. Resolves once it serves this page, with all that it needs in its
 * language on the device; rejects where it can't be installed.
 */
export async function installFirstWorker(): Promise<void> {
  const controlled = new Promise<void>((resolve) => {
    navigator.serviceWorker?.addEventListener('controllerchange', () => resolve(), { once: true })
  })
  const installing = (await registerWorker())?.installing
  if (!installing) return
  const failed = new Promise<void>((_, reject) => {
    installing.addEventListener('statechange', () => {
      if (installing.state === 'redundant') reject(new Error('the worker could not be installed'))
    })
  })
  await Promise.race([controlled, failed])
}
