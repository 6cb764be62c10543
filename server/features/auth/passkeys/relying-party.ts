import type { Config } from '../../../config.ts'

export interface RelyingParty {
  /** The domain that passkeys belong to. */
  id: string
  name: string
  /** The origin that an answer of the browser must name: the one it names, where that is ours. */
  expectedOrigin(clientDataJSON: string): string
}

/** Passkeys belong to the host of PUBLIC_ORIGIN; without one they work on `localhost` only, at any port. */
export function relyingParty({ publicOrigin }: Pick<Config, 'publicOrigin'>): RelyingParty {
  const name = 'Voltfolio'
  if (publicOrigin !== undefined)
    return { id: new URL(publicOrigin).hostname, name, expectedOrigin: () => publicOrigin }
  return {
    id: 'localhost',
    name,
    expectedOrigin(clientDataJSON) {
      const origin = originIn(clientDataJSON)
      return /^http:\/\/localhost(:\d{1,5})?$/.test(origin) ? origin : 'http://localhost'
    },
  }
}

function originIn(clientDataJSON: string): string {
  try {
    const read: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return typeof read === 'object' && read !== null && 'origin' in read ? String(read.origin) : ''
  } catch {
    return ''
  }
}
