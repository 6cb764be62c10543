import { useQueryClient } from '@tanstack/react-query'
import { contractSubmit } from '#protocol/contracts.ts'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '../../api/api-error.ts'
import { useChangedTexts } from '../../entities/use-changed-texts.ts'
import { useCommand, type CommandHook } from '../../outbox/use-command.ts'
import { contractDraft } from './contract-draft.ts'
import { contractState } from './queries.ts'

/**
 * Submits a contract. The ID and card numbers are encrypted for the server and saved nowhere. `onDone` is called after
 * the server has accepted it, `onTextChanged` where the contract's text was no longer the one that was shown, once the
 * newest is here; it is busy until then.
 */
export function useSubmitting(
  memberId: string,
  { onDone, onTextChanged }: { onDone: () => void; onTextChanged: () => void },
): CommandHook<typeof contractSubmit> {
  const client = useQueryClient()
  const { afterTexts, isFetching } = useChangedTexts(onTextChanged)
  const command = useCommand(contractSubmit, {
    onOutcome: (outcome) => {
      // Another device submitted the contract. The newer version is refetched, and the screen shows the draft beside
      // it.
      if (outcome.kind === 'rejected' && isChangedElsewhere(outcome.error))
        void client.invalidateQueries({ queryKey: contractState.queryKey })
      if (outcome.kind === 'rejected') void afterTexts(outcome.error)
      if (outcome.kind !== 'applied') return
      client.setQueryData(contractState.queryKey, outcome.answer)
      void contractDraft.remove(memberId).then(onDone)
    },
  })
  return { ...command, isBusy: command.isBusy || isFetching }
}

function isChangedElsewhere(error: unknown): boolean {
  const { changed_meanwhile, contract_in_review } = errors
  return (
    error instanceof ApiError && [changed_meanwhile.errno, contract_in_review.errno].some((it) => it === error.errno)
  )
}
