import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { topUpOpen, type TopUp } from '#protocol/wallet.ts'
import { useCommand, type CommandHook } from '../../../outbox/use-command.ts'
import { saveTopUp } from './saved-top-ups.ts'
import { topUpOf } from '../queries.ts'

/** Opens a top-up and navigates to its page, also where the outcome was unknown at first. */
export function useOpening(memberId: string): CommandHook<typeof topUpOpen> {
  const client = useQueryClient()
  const navigate = useNavigate()

  async function show(topUp: TopUp) {
    client.setQueryData(topUpOf(topUp.id).queryKey, topUp)
    await saveTopUp(memberId, topUp)
    await navigate({ to: '/pages/pay/ustd', search: { id: topUp.id } })
  }

  return useCommand(topUpOpen, {
    onOutcome: (outcome) => {
      if (outcome.kind === 'applied') void show(outcome.answer)
    },
  })
}
