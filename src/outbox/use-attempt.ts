import { onlineManager } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Answer, ArgsInput, Call } from '#protocol/call.ts'
import { createAttempting, type Standing } from './attempting.ts'
import { useSignedIn } from '../cache/use-signed-in.ts'
import { useTransactionPassword, type TransactionPassword } from './use-transaction-password.ts'

export interface Attempt<C extends Call> extends Omit<Standing<C>, 'unknown' | 'checks'> {
  /** Sent before, on this visit or an earlier one, and nobody knows what became of it; it comes before anything new. */
  unknown: ArgsInput<C> | undefined
  /** Does it, once however often it is pressed. Says through the fields above how it ended. */
  run: (args: ArgsInput<C>) => void
  /** Asks again what became of the unknown one. */
  check: () => void
  /** The question for the digits of a call that wants them: for `<TransactionPasswordSheet {...sheet} />`. */
  sheet: TransactionPassword['sheet']
}

interface AttemptOptions<C extends Call> {
  /** Which of the kept attempts concern this screen; without it all of this call. */
  isMeant?: (args: ArgsInput<C>) => boolean
  onDone?: (answer: Answer<C>) => void
  /** Nothing moved; `refusal` says why. */
  onRejected?: () => void
}

const askAgainMs = 4000

/**
 * A call that moves money by one press, with everything that can come of it. It takes up what it left behind whenever it is
 * mounted, so it belongs into the component that shows the form.
 */
export function useAttempt<C extends Call>(
  call: C,
  { isMeant, onDone, onRejected }: AttemptOptions<C> = {},
): Attempt<C> {
  const memberId = useSignedIn()
  // A visitor's is refused before it is sent, and so is one whose member has left meanwhile.
  const [attempting] = useState(() => createAttempting(memberId ?? '', call, isMeant))
  const { prove, sheet } = useTransactionPassword(call)
  const isOnline = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  )
  const { unknown, checks, ...standing } = useSyncExternalStore(attempting.subscribe, attempting.standing)
  const { isBusy, answer, rejection } = standing
  // Without its digits a proved call can't be done by asking, so it is asked for by itself: at once after an earlier visit.
  const asksByItself = call.proof === true && unknown !== undefined && isOnline && !isBusy

  const finish = useEffectEvent((it: Answer<C>) => onDone?.(it))
  const refuse = useEffectEvent(() => onRejected?.())

  useEffect(() => attempting.recall(), [attempting])
  useEffect(() => {
    if (answer !== undefined) finish(answer)
  }, [answer])
  useEffect(() => {
    if (rejection !== undefined) refuse()
  }, [rejection])
  useEffect(() => {
    if (!asksByItself) return
    const timer = setTimeout(() => void attempting.check(), checks === 0 ? 0 : askAgainMs)
    return () => clearTimeout(timer)
  }, [attempting, asksByItself, checks])

  return {
    ...standing,
    unknown: unknown?.args,
    sheet,
    run: (args) => void attempting.run(args, (work) => (call.proof === undefined ? work(undefined) : prove(work))),
    check: () => void attempting.check(),
  }
}
