import { manyReads, type ReadReply } from '#protocol/reads.ts'
import { handle, type Handler } from '../../http/handler.ts'

// One after the other: a request takes one connection to the database, however much it asks for.
const reads = handle(manyReads, async ({ readToo }, { reads: addresses }) => {
  const replies: ReadReply[] = []
  for (const address of addresses) replies.push(await readToo(address))
  return replies
})

export const readsCalls: readonly Handler[] = [reads]
