import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { userInfo } from '#protocol/auth.ts'
import type { Call } from '#protocol/call.ts'
import { createProving, type Asked, type Work } from './step-up.ts'
import { readOf } from '../cache/read-of.ts'

export interface TransactionPassword {
  /** Asks, where `call` wants the transaction password, and does the work: see `Proving.prove`. */
  prove: <T>(work: Work<T>) => Promise<T | undefined>
  /** For `<TransactionPasswordSheet {...sheet} />`, which the screen shows. */
  sheet: Asked & { onPassword: (password: string) => void; onClose: () => void }
}

/** The question for the six digits of a call that is proved (protocol/call, `proof`; specification 5). They are kept nowhere. */
export function useTransactionPassword(call: Call): TransactionPassword {
  const hasPassword = useQuery(readOf(userInfo, {})).data?.userInfo.hasTransactionPassword
  const [proving] = useState(createProving)
  const asked = useSyncExternalStore(proving.subscribe, proving.asked)
  // Whoever leaves the screen has given up.
  useEffect(() => () => proving.giveUp(), [proving])
  return {
    prove: (work) => proving.prove(call, hasPassword, work),
    sheet: { ...asked, onPassword: proving.answer, onClose: proving.giveUp },
  }
}
