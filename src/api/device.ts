const name = 'voltfolio-device'

export interface SyncStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

/**
 * The random id of this installation, stored as long as the browser keeps the site's data. It says nothing about the
 * device or the member. Without a working localStorage it lasts until the page closes.
 */
export function deviceId(syncStorage: SyncStorage | undefined, mint: () => string = newId): string {
  try {
    const kept = syncStorage?.getItem(name)
    if (kept) return kept
    const minted = mint()
    syncStorage?.setItem(name, minted)
    return minted
  } catch {
    // The browser denies access to localStorage: the id lasts as long as the page.
    return mint()
  }
}

/** False where this site never stored anything here. True where the browser denies access. */
export function wasHereBefore(syncStorage: SyncStorage | undefined): boolean {
  try {
    return !syncStorage || syncStorage.getItem(name) !== null
  } catch {
    // Unknown, so nothing may rely on this being the first visit.
    return true
  }
}

/** A random UUID. `crypto.randomUUID` is missing on plain http in a local network, where the app must still open. */
export function newId(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (it) => it.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
