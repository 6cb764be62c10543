const name = 'voltfolio-agreed'

/**
 * Whether the texts in force `since` an instant were agreed to on this device; false where the server doesn't say
 * since when.
 */
export function wasAgreedTo(since: string | undefined): boolean {
  try {
    return since !== undefined && localStorage.getItem(name) === since
  } catch {
    // Refused storage: they are agreed to at each sign-in.
    return false
  }
}

export function noteAgreedTo(since: string | undefined): void {
  try {
    if (since !== undefined) localStorage.setItem(name, since)
  } catch {
    // As above.
  }
}
