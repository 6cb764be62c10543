/**
 * What a sealed secret is bound to, as the additional data of its AES-GCM: it opens for this call, this member and this
 * `Idempotency-Key` only, and since a key counts once, so does what was sealed for it.
 */
export function boundTo({ path, memberId, key }: { path: string; memberId: string; key: string }): string {
  return `voltfolio/1\n${path}\n${memberId}\n${key}`
}
