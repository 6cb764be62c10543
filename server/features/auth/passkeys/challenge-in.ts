import * as v from 'valibot'
import type { Assertion } from '#protocol/step-up.ts'
import { DomainError } from '../../../http/domain-error.ts'

const ClientData = v.object({ challenge: v.pipe(v.string(), v.maxLength(100)) })

/** The challenge that a passkey says it has signed. Throws `passkey_wrong` where it names none. */
export function challengeIn({ response }: Assertion): string {
  const read = v.safeParse(ClientData, jsonOf(response.clientDataJSON))
  if (!read.success) throw new DomainError('passkey_wrong')
  return read.output.challenge
}

function jsonOf(clientDataJSON: string): unknown {
  try {
    return JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
