/**
 * The additional data of a secret's AES-GCM. It binds the secret to one call, one member and one `Idempotency-Key`;
 * since a key counts once, a secret copied from the wire is of no use.
 */
export function boundTo({ path, memberId, key }: { path: string; memberId: string; key: string }): string {
  return `voltfolio/1\n${path}\n${memberId}\n${key}`
}
