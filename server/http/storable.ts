/**
 * The place of the first text that no database column takes: one with a NUL, or with half a surrogate pair.
 * `where` is the value's own place, dotted; undefined when all of it can be stored.
 */
export function unstorableIn(value: unknown, where = ''): string | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? where : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const found = unstorableIn(inner, where === '' ? name : `${where}.${name}`)
    if (found !== undefined) return found
  }
  return undefined
}
