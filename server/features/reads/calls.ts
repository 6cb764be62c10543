import { manyReads } from '#protocol/reads.ts'
import { handle, type Handler } from '../../http/handler.ts'

const reads = handle(manyReads, ({ readToo }, { reads: addresses }) => readToo(addresses))

export const readsCalls: readonly Handler[] = [reads]
