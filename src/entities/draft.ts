import { reported } from '../lib/report.ts'
import * as v from 'valibot'
import { connectionTo } from '../cache/storage/databases.ts'
import { readMeta, takeMeta, writeMeta } from '../cache/storage/meta.ts'
import { memberName } from '../cache/storage/names.ts'

/**
 * Input that a member has not sent yet, one draft of each kind. A storage error is ignored, because the screen still
 * has the input.
 */
export interface Draft<T> {
  save(memberId: string, content: T): Promise<void>
  load(memberId: string): Promise<T | undefined>
  remove(memberId: string): Promise<void>
}

/**
 * A draft under its own name in the member's database (docs/offline.md, "Writing"). Only the fields of `shape` are ever
 * saved, so secrets beside them are not. A draft in an older version's shape counts as none.
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
