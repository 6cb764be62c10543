import { createHash } from 'node:crypto'

/**
 * The UUID of a seeded row (version 8, from its name): the same in every installation, so that links and tests hold.
 */
export function seedId(kind: string, slug: string): string {
  const hex = createHash('sha256').update(`voltfolio:${kind}:${slug}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
