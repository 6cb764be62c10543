import { useState } from 'react'
import type { Answer, Call } from '#protocol/call.ts'
import type { Unsealed } from '../api/step-up.ts'
import { useOwedKey } from './owed-key.ts'
import { useSignedIn } from '../cache/use-signed-in.ts'
import { useTransactionPassword, type TransactionPassword } from './use-transaction-password.ts'
import { writeProven } from './write-proven.ts'

export interface ProvenWrite<C extends Call> {
  /**
   * Asks for the digits, sends, and resolves with the answer; with undefined where the member closed the question. Rejects with
   * ApiError. Pressed again after a lost answer it repeats the same command, after a refusal it makes another.
   */
  write: (args: Unsealed<C>, secret?: unknown) => Promise<Answer<C> | undefined>
  /** From asking to answer. */
  isBusy: boolean
  sheet: TransactionPassword['sheet']
}

/** A form's command that the transaction password proves. The screen renders `<TransactionPasswordSheet {...sheet} />` besides. */
export function useProvenWrite<C extends Call>(call: C): ProvenWrite<C> {
  const memberId = useSignedIn()
  const { prove, sheet } = useTransactionPassword(call)
  const owed = useOwedKey()
  const [isBusy, setBusy] = useState(false)

  async function write(args: Unsealed<C>, secret?: unknown): Promise<Answer<C> | undefined> {
    if (memberId === undefined) return undefined
    const key = owed.keyOf([memberId, args, secret])
    setBusy(true)
    try {
      const answer = await prove((password) => writeProven(call, args, { key, memberId, password, secret }))
      // Who gives up may still be owed the answer to an earlier press.
      if (answer !== undefined) owed.settled()
      return answer
    } catch (failure) {
      owed.settled(failure)
      throw failure
    } finally {
      setBusy(false)
    }
  }

  return { write, isBusy, sheet }
}
