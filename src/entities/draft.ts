import { reported } from '../lib/report.ts'
import * as v from 'valibot'
import { connectionTo } from '../cache/storage/databases.ts'
import { readMeta, takeMeta, writeMeta } from '../cache/storage/meta.ts'
import { memberName } from '../cache/storage/names.ts'

/** What a member was about to send, one of a kind. Does nothing where storage refuses, for the screen still has it. */
export interface Draft<T> {
  save(memberId: string, content: T): Promise<void>
  load(memberId: string): Promise<T | undefined>
  remove(memberId: string): Promise<void>
}

/**
 * A draft under a name of its own in the member's database (docs/offline.md, "Writing"). Only the fields of `shape` are
 * ever saved, so secrets beside them stay out. A draft of another shape, as an older version wrote it, counts as none.
 */
export function createDraft<S extends v.GenericSchema>(name: string, shape: S): Draft<v.InferOutput<S>> {
  const database = (memberId: string) => connectionTo(memberName(memberId))
  const read = (content: unknown): v.InferOutput<S> | undefined => {
    const result = v.safeParse(shape, content)
    return result.success ? result.output : undefined
  }
  return {
    save: (memberId, content) => writeMeta(database(memberId), name, read(content)).catch(reported('draft: save')),
    load: async (memberId) => read(await readMeta(database(memberId), name).catch(reported('draft: read'))),
    remove: async (memberId) => {
      await takeMeta(database(memberId), name).catch(reported('draft: delete'))
    },
  }
}
