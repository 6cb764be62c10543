/** The database with the ranges of street tiles that were seen on this device. They are the same for everybody. */
export const streetsName = 'voltfolio-streets'

/** Removes the streets that are stored for reading offline. */
export async function forgetStreets(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(streetsName)
    deleting.onsuccess = () => resolve()
    deleting.onerror = () => reject(deleting.error ?? new Error('not deleted'))
    // Another tab is reading; it closes as soon as it can, and the database goes then.
    deleting.onblocked = () => resolve()
  })
}
