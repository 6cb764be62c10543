import { useQuery } from '@tanstack/react-query'
import { loginConfig } from '../../../entities/login-config.ts'

/**
 * Whether this browser can use the server's passkeys: they belong to its host, and browsers know them on secure pages
 * only. Undefined until the host is known.
 */
export function useHasPasskeysHere(): boolean | undefined {
  const { data } = useQuery(loginConfig)
  if (!('PublicKeyCredential' in globalThis)) return false
  return data && isHere(data.passkeyHost)
}

function isHere(host: string | undefined): boolean {
  const { hostname } = globalThis.location
  return host !== undefined && (hostname === host || hostname.endsWith(`.${host}`))
}
