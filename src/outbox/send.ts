import { settleCommands } from '#protocol/auth.ts'
import { foregroundCalls } from '#protocol/foreground.ts'
import { queueable } from '#protocol/queueable.ts'
import { ApiError } from '../api/api-error.ts'
import { callApi } from '../api/api.ts'
import type { Client } from '../api/client.ts'
import { callEncrypted } from '../api/encrypted-call.ts'
import { whileWriting } from '../api/writing.ts'
import type { Command } from './command.ts'
import type { ForegroundPorts } from './foreground.ts'
import type { SettlePorts } from './settle.ts'

/** Whether this version of the app can make the command's call. */
export function knows(path: string): boolean {
  return queueable.has(path)
}

/** Makes the command's call: its id is the key of every attempt, and only its own member's token goes with it. */
export const send = sendBy(callApi)

/** The same over another client. */
export function sendBy(callApi: Client['callApi']): (command: Command) => Promise<unknown> {
  return async (command) => {
    const call = queueable.get(command.call)
    if (!call) throw new ApiError('rejected', 'unknown call', { errno: 404 })
    return callApi(call, command.args, {
      key: command.id,
      sequence: command.seq,
      memberId: command.uid,
      body: command.body,
      isQuiet: true,
    })
  }
}

/**
 * Makes a foreground command's call, its secrets encrypted beside the body. An update of the app waits for it from the
 * start, also while the member is asked for a passkey.
 */
export const sendNow: ForegroundPorts['sendNow'] = (call, { id, uid, body }, args, { password, secret }) =>
  whileWriting(() => callEncrypted(call, args, { key: id, memberId: uid, password, secret, body }))

/** What became of commands whose answer was lost. */
export const outcomesOf: SettlePorts['outcomesOf'] = async (keys, memberId) =>
  (await callApi(settleCommands, { keys: [...keys] }, { memberId, isQuiet: true })).outcomes

/** The reads that the command's call changes. */
export function invalidatedBy({ call }: Command): readonly string[] {
  return (queueable.get(call) ?? foregroundCalls.get(call))?.invalidates ?? []
}
