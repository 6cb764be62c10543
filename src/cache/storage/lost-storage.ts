import type { Connection } from './connection.ts'
import { untoldLoss } from './sentinel.ts'

/** This device's commands as the server knows them: the highest number, and how many were carried out. */
export interface DeviceSeen {
  sequence: number
  applied: number
}

/**
 * Compares command numbers with the server's. True where the server has seen numbers that this storage never gave: the
 * storage they came from is lost, with every command that waited in it. The next command is numbered after them, so
 * that the loss is found once and no number is given twice.
 */
export async function isOlderThan(connection: Connection, seen: DeviceSeen, at: string): Promise<boolean> {
  return connection.use((database) =>
    database.transaction('rw', ['meta'], async () => {
      const given = (await database.meta.get('sequence'))?.value
      if (typeof given === 'number' && given >= seen.sequence) return false
      await database.meta.put({ name: 'sequence', value: seen.sequence })
      await database.meta.put({ name: untoldLoss, value: at })
      return true
    }),
  )
}
