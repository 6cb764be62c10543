import type { Address } from '#protocol/addresses.ts'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { httpCall, tokenFor } from './http-call.ts'

/** Another device of the demo member, which calls the server without the app. */
export interface OtherDevice {
  addresses(): Promise<Address[]>
  /** Makes a writing call under a key of its own; rejects where the server refuses. */
  send(path: string, args: object): Promise<void>
}

export async function otherDevice(origin: string): Promise<OtherDevice> {
  const token = await tokenFor(origin, demoMember)
  return {
    addresses: async () => (await httpCall<{ items: Address[] }>(origin, 'address/list', { token })).items,
    async send(path, args) {
      await httpCall(origin, path, { args, token })
    },
  }
}
