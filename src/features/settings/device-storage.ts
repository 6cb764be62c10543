export interface DeviceStorage {
  /** Bytes; undefined where the browser doesn't tell. */
  used: number | undefined
  quota: number | undefined
  /**
   * Whether the browser promised not to evict the storage when the disk is full; undefined where it has no such
   * promise.
   */
  isPersisted: boolean | undefined
}

/** The browser's estimate of the storage of this app, including the app's own files. */
export async function deviceStorage(): Promise<DeviceStorage> {
  if (!('storage' in navigator)) return { used: undefined, quota: undefined, isPersisted: undefined }
  const { usage, quota } = await navigator.storage.estimate()
  return {
    used: usage,
    quota,
    isPersisted: 'persisted' in navigator.storage ? await navigator.storage.persisted() : undefined,
  }
}

/** Asks the browser for persistent storage. True if it was granted. */
export async function askForPersistence(): Promise<boolean> {
  return 'storage' in navigator && 'persist' in navigator.storage && (await navigator.storage.persist())
}
