import { useEffect, useState } from 'react'
import { withdrawalWish, type WithdrawalWish } from './withdrawal-wish.ts'

const patienceMs = 2000

/** What the member was about to withdraw on an earlier visit; undefined until the store has said whether there is anything. */
export function useKeptWish(memberId: string): WithdrawalWish | undefined {
  const [kept, setKept] = useState<WithdrawalWish>()
  useEffect(() => {
    let isHere = true
    const take = (it: WithdrawalWish = {}) => {
      if (isHere) setKept((before) => before ?? it)
    }
    void withdrawalWish.kept(memberId).then(take)
    // A store that never opens must not keep anyone from withdrawing.
    const timer = setTimeout(take, patienceMs)
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [memberId])
  return kept
}
