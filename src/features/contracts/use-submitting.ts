import { useQueryClient } from '@tanstack/react-query'
import { contractSubmit } from '#protocol/contracts.ts'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '../../api/api-error.ts'
import { isTextChanged } from '../../entities/article.ts'
import { useCommand, type CommandHook } from '../../outbox/use-command.ts'
import { contractDraft } from './contract-draft.ts'
import { contractState } from './queries.ts'

/**
 * Submits a contract. The ID and card numbers are encrypted for the server and saved nowhere. `onDone` is called after
 * the server has accepted it, `onTextChanged` where the contract's text is no longer the one that was shown.
 */
export function useSubmitting(
  memberId: string,
  { onDone, onTextChanged }: { onDone: () => void; onTextChanged: () => void },
): CommandHook<typeof contractSubmit> {
  const client = useQueryClient()
  return useCommand(contractSubmit, {
    onOutcome: (outcome) => {
      // Another device submitted the contract. The newer version is refetched, and the screen shows the draft beside
      // it.
      if (outcome.kind === 'rejected' && isChangedElsewhere(outcome.error))
        void client.invalidateQueries({ queryKey: contractState.queryKey })
      if (outcome.kind === 'rejected' && isTextChanged(outcome.error)) onTextChanged()
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
