import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contractSubmit } from '#protocol/contracts.ts'
import { useOwedKey } from '../../outbox/owed-key.ts'
import { writeProven } from '../../outbox/write-proven.ts'
import { useReason } from '../../ui/use-reason.ts'
import { contractDraft } from './contract-draft.ts'
import { contractState } from './queries.ts'
import type { ContractFields } from './schema.ts'

interface Submitting {
  /** Resolves true once the server has the contract. */
  submit: (fields: ContractFields, basedOn: number) => Promise<boolean>
  rejection: string | undefined
}

/** Hands in a contract once, whichever answer is lost; ID and card number travel encrypted and are kept nowhere. */
export function useSubmitting(memberId: string): Submitting {
  const client = useQueryClient()
  const reason = useReason()
  const owed = useOwedKey()
  const [rejection, refuse] = useState<string>()

  async function submit({ idNumber, cardNumber, ...fields }: ContractFields, basedOn: number): Promise<boolean> {
    const [args, secret] = [
      { ...fields, basedOn },
      { idNumber, cardNumber },
    ]
    refuse(undefined)
    try {
      const answer = await writeProven(contractSubmit, args, { key: owed.keyOf([args, secret]), memberId, secret })
      owed.settled()
      client.setQueryData(contractState.queryKey, answer)
      await contractDraft.remove(memberId)
      return true
    } catch (failure) {
      owed.settled(failure)
      refuse(reason(failure))
      return false
    }
  }

  return { submit, rejection }
}
