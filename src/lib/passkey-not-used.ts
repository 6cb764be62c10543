/** The member closed the browser's question for a passkey, or the browser has none that fits. Nothing was sent. */
export class PasskeyNotUsed extends Error {
  override readonly name = 'PasskeyNotUsed'
}

export function isPasskeyNotUsed(failure: unknown): boolean {
  return failure instanceof PasskeyNotUsed
}
