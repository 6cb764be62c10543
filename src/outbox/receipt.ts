import { isOpen, type Command } from './command.ts'

/**
 * How something to receive (pay, a reward) stands, counting what was done here: `due` can be received now, `sent` is on
 * its way, `rejected` came back, `later` can't be received yet.
 */
export type ReceiptStanding = 'due' | 'sent' | 'rejected' | 'received' | 'later'

export interface Receipt {
  stands: ReceiptStanding
  /** The newest command that receives it and was not taken back. */
  command: Command | undefined
}

/**
 * How it stands by its list (`listed`) and by the commands that receive it, oldest first. A confirmed receipt counts at
 * once, also before the list was read again. One that the server has lost since is over: it can be received again, and
 * the queue page tells of it.
 */
export function receiptOf(listed: 'due' | 'received' | 'later', commands: readonly Command[]): Receipt {
  const command = commands.findLast((it) => it.state !== 'cancelled')
  if (listed === 'received' || command?.state === 'applied') return { stands: 'received', command }
  if (command && command.state !== 'lost') return { stands: isOpen(command) ? 'sent' : 'rejected', command }
  return { stands: listed, command: undefined }
}
