/** Checks for a newer worker ask the server, not the browser's cache. */
export const registrationOptions = { updateViaCache: 'none' } as const

/** Registers the worker, if it isn't. Undefined where the browser has none, and while the app is developed. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    return navigator.serviceWorker.register(workerAddress(), registrationOptions)
}

let address: string | undefined

/** The address of the worker. Trusted Types restrict those: one policy, made once, allows this one address. */
export function workerAddress(): string {
  address ??= trusted('./sw.js')
  return address
}

function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  return (
    trustedTypes?.createPolicy('voltfolio', { createScriptURL: (it) => (it === url ? it : '') }).createScriptURL(url) ??
    url
  )
}

/** The part of Trusted Types used here; TypeScript's library has no types for them. */
interface PolicyFactory {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy
}

interface ScriptPolicy {
  createScriptURL(url: string): string
}
