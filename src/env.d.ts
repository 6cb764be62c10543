/** Hash of the sources this build was made from. */
declare const __BUILD_ID__: string

/** The address of a drawing, with the hash of what is in it: kept by every browser for as long as it likes. */
declare module '*.svg?url&no-inline' {
  const address: string
  export default address
}

declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}

/** The catalogues of the areas, as build/text-packs.ts bundles them. */
declare module 'virtual:text-packs' {
  import type { Messages } from '@lingui/core'
  export const packOf: Partial<Record<string, string>>
  export const packs: Partial<Record<string, Partial<Record<string, () => Promise<Partial<Record<string, Messages>>>>>>>
}
