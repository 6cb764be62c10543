import { useQueryClient } from '@tanstack/react-query'
import { contractSubmit } from '#protocol/contracts.ts'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '../../api/api-error.ts'
import { useCommand, type CommandHook } from '../../outbox/use-command.ts'
import { contractDraft } from './contract-draft.ts'
import { contractState } from './queries.ts'

/** Hands in a contract; ID and card number travel encrypted and are saved nowhere. `onDone` once the server has it. */
export function useSubmitting(memberId: string, onDone: () => void): CommandHook<typeof contractSubmit> {
  const client = useQueryClient()
  return useCommand(contractSubmit, {
    onOutcome: (outcome) => {
      // Handed in elsewhere: the newer version is fetched, and the screen sets what was typed beside it.
      if (outcome.kind === 'rejected' && isChangedElsewhere(outcome.error))
        void client.invalidateQueries({ queryKey: contractState.queryKey })
      if (outcome.kind !== 'applied') return
      client.setQueryData(contractState.queryKey, outcome.answer)
      void contractDraft.remove(memberId).then(onDone)
    },
  })
}

function isChangedElsewhere(error: unknown): boolean {
  const { changed_meanwhile, contract_in_review } = errors
  return (
    error instanceof ApiError && [changed_meanwhile.errno, contract_in_review.errno].some((it) => it === error.errno)
  )
}
