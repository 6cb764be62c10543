import { useQueryClient } from '@tanstack/react-query'
import { contractSubmit } from '#protocol/contracts.ts'
import { useCommand, type CommandHook } from '../../outbox/use-command.ts'
import { contractDraft } from './contract-draft.ts'
import { contractState } from './queries.ts'

/** Hands in a contract; ID and card number travel encrypted and are saved nowhere. `onDone` once the server has it. */
export function useSubmitting(memberId: string, onDone: () => void): CommandHook<typeof contractSubmit> {
  const client = useQueryClient()
  return useCommand(contractSubmit, {
    onOutcome: (outcome) => {
      if (outcome.kind !== 'applied') return
      client.setQueryData(contractState.queryKey, outcome.answer)
      void contractDraft.remove(memberId).then(onDone)
    },
  })
}
