interface Group { name: string; test?: RegExp; tags?: ['$initial']; minShareCount?: number; priority: number }

/** What the first request is checked with: it need not wait for the kit. */
const calls = /[\\/](protocol[\\/](auth|call|first-calls|home|primitives|products|settings|words)\.ts|src[\\/]api[\\/]checking\.ts|node_modules[\\/]valibot[\\/])/

/** Large, and not for every area: a screen without them shouldn't wait for them. Each with the parts of ours that it is for. */
const forms = /[\\/]node_modules[\\/](react-hook-form|@hookform)[\\/]/
const lists = /[\\/](node_modules[\\/]virtua[\\/]|src[\\/]ui[\\/]infinite-list\.tsx)/
const qr = /[\\/](node_modules[\\/]uqr[\\/]|src[\\/]ui[\\/]qr\.tsx)/
const sheets = /[\\/](node_modules[\\/]@(base-ui|floating-ui)[\\/]|src[\\/]ui[\\/](sheet|dialog|tabs|pin-field|transaction-password-sheet)\.tsx)/

/** The rest of what the areas share. A group takes along what its own need, so the kit has to choose before those above. */
const own = /[\\/](src[\\/](ui[\\/](?!(infinite-list|qr|sheet|dialog|tabs|pin-field|transaction-password-sheet)\.tsx)|(api|lib|outbox|store)[\\/])|protocol[\\/])/
const libraries = /[\\/]node_modules[\\/]/

/**
 * Which module lands in which file: what boot and Home need, and the kit that two areas or more share.
 * The areas themselves are made by `rooms`.
 */
export const groups: Group[] = [
  { name: 'first', tags: ['$initial'], priority: 6 },
  { name: 'calls', test: calls, priority: 5 },
  { name: 'kit', test: own, minShareCount: 2, priority: 4 },
  ...Object.entries({ forms, lists, qr, sheets }).map(([name, test]): Group => ({ name, test, minShareCount: 2, priority: 3 })),
  { name: 'libraries', test: libraries, minShareCount: 2, priority: 1 },
]

/** `room:orders` becomes `orders`; a catalogue is named after its language and part. */
export function chunkFileNames(chunk: { name: string; facadeModuleId: string | null }): string {
  const [, language, part] = /locales[\\/]([^\\/]+)[\\/](\w+)\.po/.exec(chunk.facadeModuleId ?? '') ?? []
  return `assets/${part === undefined ? chunk.name.replace(/^.*room[:_]/, '') : `text-${language}-${part}`}-[hash:6].js`
}
