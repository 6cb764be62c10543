import type { Connection } from './connection.ts'
import { takeMeta } from './meta.ts'

/** The name of the row that shows that a database was here before. */
export const sentinel = 'sentinel'
/** Stored from a loss until the member has read of it, because the browser may be closed before that. */
export const untoldLoss = 'untold-loss'

/**
 * Says whether the database is the one that was here before. `known` is what localStorage says: that this member had
 * one. If the row is gone all the same, the browser has thrown the database away, unsent commands with it: `lost`,
 * and that again at every start until `noteLossTold`.
 */
export async function checkSentinel(
  connection: Connection,
  known: boolean,
  at: string,
): Promise<'kept' | 'new' | 'lost'> {
  return connection.use((database) =>
    database.transaction('rw', ['meta'], async () => {
      const isHere = (await database.meta.get(sentinel)) !== undefined
      if (!isHere) await database.meta.put({ name: sentinel, value: at })
      if (!isHere && known) await database.meta.put({ name: untoldLoss, value: at })
      if (await database.meta.get(untoldLoss)) return 'lost'
      return isHere ? 'kept' : 'new'
    }),
  )
}

/** The member has read of the loss: it is not told again. */
export async function noteLossTold(connection: Connection): Promise<void> {
  await takeMeta(connection, untoldLoss)
}
