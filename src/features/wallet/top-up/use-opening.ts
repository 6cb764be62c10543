import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { ArgsInput } from '#protocol/call.ts'
import { topUpOpen } from '#protocol/wallet.ts'
import { useOwedKey } from '../../../outbox/owed-key.ts'
import { writeNow } from '../../../outbox/write-now.ts'
import { useReason } from '../../../ui/use-reason.ts'
import { saveTopUp } from './saved-top-ups.ts'
import { topUpOf } from '../queries.ts'

type TopUpRequest = ArgsInput<typeof topUpOpen>

/** Opens a top-up once, however often it is pressed and whichever answer is lost, and leads to its page. */
export function useOpening(memberId: string): {
  open: (draft: TopUpRequest) => void
  isOpening: boolean
  rejection: string | undefined
} {
  const client = useQueryClient()
  const navigate = useNavigate()
  const reason = useReason()
  const owed = useOwedKey()
  const [isOpening, setOpening] = useState(false)
  const [rejection, refuse] = useState<string>()
  const running = useRef(false)

  async function run(draft: TopUpRequest) {
    if (running.current) return
    running.current = true
    setOpening(true)
    refuse(undefined)
    try {
      const topUp = await writeNow(topUpOpen, draft, { key: owed.keyOf(draft), memberId })
      owed.settled()
      client.setQueryData(topUpOf(topUp.id).queryKey, topUp)
      await saveTopUp(memberId, topUp)
      await navigate({ to: '/pages/pay/ustd', search: { id: topUp.id } })
    } catch (failure) {
      owed.settled(failure)
      refuse(reason(failure))
    } finally {
      running.current = false
      setOpening(false)
    }
  }

  return { open: (draft) => void run(draft), isOpening, rejection }
}
