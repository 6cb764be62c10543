/** Whether a file of the program couldn't be fetched. Browsers word the message differently. */
export function isFailedImport(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|module script failed|preload CSS/i.test(error.message)
  )
}
