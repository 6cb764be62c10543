import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

const self = ["'self'"]
const nothing = ["'none'"]

/** A year of https, for a host that speaks it. */
export const transportSecurity = 'max-age=31536000; includeSubDomains'

/**
 * No inline script, no eval, no framing, no leak of where people come from, and no inline style but those whose hashes
 * are named.
 */
export function securityHeaders(
  https: boolean,
  { styleHashes = [], hasBase = false }: { styleHashes?: readonly string[]; hasBase?: boolean } = {},
): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: nothing,
      scriptSrc: self,
      styleSrc: [...self, ...styleHashes],
      imgSrc: [...self, 'data:', 'blob:'],
      fontSrc: self,
      connectSrc: self,
      // Only the document that frames the operator's origins (web-frame.ts).
      frameSrc: self,
      workerSrc: self,
      manifestSrc: self,
      baseUri: hasBase ? self : nothing,
      formAction: nothing,
      frameAncestors: nothing,
      requireTrustedTypesFor: ["'script'"],
      // `default` allows MapLibre's worker, by its one address (src/ui/street-layer.ts).
      trustedTypes: ['voltfolio', 'default'],
    },
    permissionsPolicy: { camera: ['self'], geolocation: ['self'], microphone: [], payment: [], usb: [] },
    strictTransportSecurity: https && transportSecurity,
    xFrameOptions: 'DENY',
  })
}
