export interface DeviceStorage {
  /** Bytes; undefined where the browser doesn't say. */
  used: number | undefined
  quota: number | undefined
  /** Whether the browser promised not to throw it away when the disk runs full; undefined where it can't promise. */
  isPersisted: boolean | undefined
}

/** What the browser says of the room it gives this app, files of the app itself included. */
export async function deviceStorage(): Promise<DeviceStorage> {
  if (!('storage' in navigator)) return { used: undefined, quota: undefined, isPersisted: undefined }
  const { usage, quota } = await navigator.storage.estimate()
  return {
    used: usage,
    quota,
    isPersisted: 'persisted' in navigator.storage ? await navigator.storage.persisted() : undefined,
  }
}

/** Asks for that promise. True if it was given. */
export async function askForPersistence(): Promise<boolean> {
  return 'storage' in navigator && 'persist' in navigator.storage && (await navigator.storage.persist())
}
