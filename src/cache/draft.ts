import * as v from 'valibot'
import { connectionTo } from './storage/databases.ts'
import { readMeta, takeMeta, writeMeta } from './storage/meta.ts'
import { memberName } from './storage/names.ts'

/** What a member was about to send, one of a kind. Quietly nothing where the store refuses, for the screen still has it. */
export interface Draft<T> {
  keep(memberId: string, content: T): Promise<void>
  kept(memberId: string): Promise<T | undefined>
  forget(memberId: string): Promise<void>
}

/**
 * A draft under a name of its own in the member's database (design: offline, "kept as a draft"). Only the fields of `shape`
 * are ever kept, so what is secret beside them stays out.
 */
export function createDraft<S extends v.GenericSchema>(name: string, shape: S): Draft<v.InferOutput<S>> {
  const home = (memberId: string) => connectionTo(memberName(memberId))
  const read = (content: unknown): v.InferOutput<S> | undefined => {
    const result = v.safeParse(shape, content)
    return result.success ? result.output : undefined
  }
  return {
    keep: (memberId, content) => writeMeta(home(memberId), name, read(content)).catch(() => {}),
    kept: async (memberId) => read(await readMeta(home(memberId), name).catch(() => undefined)),
    forget: async (memberId) => {
      await takeMeta(home(memberId), name).catch(() => {})
    },
  }
}
