import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { userInfo } from '#protocol/auth.ts'
import type { Call } from '#protocol/call.ts'
import { signedInId } from '../cache/cache.ts'
import { readOf } from '../cache/read-of.ts'
import { isVisible, whenVisible } from '../lib/when-visible.ts'
import { createRunner, type CommandArgs, type Outcome, type RunnerState, type RunOptions } from './command-runner.ts'
import { commands } from './current-commands.ts'
import { afterSaving, currentOutbox } from './current-outbox.ts'
import type { Asked } from './question.ts'

export interface CommandHook<C extends Call> extends RunnerState<C> {
  /**
   * Does it: saves it to be sent in the background, or saves it and sends it now, as the call table says. Asks for the
   * transaction password where the call wants it. Resolves with what became of it; never rejects. Nothing while one is
   * busy or unknown.
   */
  run: (args: CommandArgs<C>, options?: RunOptions) => Promise<Outcome<C>>
  /** Asks the server what became of the unknown one, now. It is asked for by itself too, on every screen. */
  check: () => Promise<void>
  /** For `<CommandSheet {...sheet} />`, which the screen shows. */
  sheet: Asked & {
    onPassword: (password: string) => void
    /** Absent where the member didn't choose passkeys, or this browser has none. */
    onPasskey: (() => void) | undefined
    onSendAnyway: () => void
    onClose: () => void
  }
}

interface Options<C extends Call> {
  /** What the screen is about. With another one the hook begins anew: outcomes of before are shown no more. */
  of?: string | undefined
  /** Which earlier commands of the call concern this screen; without it all. */
  concerns?: (args: CommandArgs<C>) => boolean
  /** Told of every outcome while the screen is there: of `run`, and of what was unknown. */
  onOutcome?: (outcome: Outcome<C>) => void
}

/** The one way in which a screen writes (docs/offline.md, "Writing"). */
export function useCommand<C extends Call>(call: C, { of, concerns, onOutcome }: Options<C> = {}): CommandHook<C> {
  const member = useQuery({ ...readOf(userInfo, {}), enabled: call.proof !== undefined }).data?.userInfo
  const canUsePasskey = member?.confirmsByPasskey === true && 'PublicKeyCredential' in globalThis
  const tell = useEffectEvent((outcome: Outcome<C>) => onOutcome?.(outcome))
  const isOurs = useEffectEvent((args: CommandArgs<C>) => concerns?.(args) ?? true)
  const fresh = () => ({ of, runner: createRunner(ports, call) })
  const [begun, begin] = useState(fresh)
  if (begun.of !== of) begin(fresh)
  const { runner } = begun
  const state = useSyncExternalStore(runner.subscribe, runner.state)
  const { question } = runner
  const asked = useSyncExternalStore(question.subscribe, question.asked)
  useEffect(() => runner.start({ concerns: (args) => isOurs(args), onOutcome: (outcome) => tell(outcome) }), [runner])
  return {
    ...state,
    run: (args, options) => runner.run(args, member?.hasTransactionPassword, options),
    check: () => runner.check(),
    sheet: {
      ...asked,
      onPassword: question.answer,
      onPasskey: canUsePasskey ? () => void question.answerBy(loadPasskeyProof()) : undefined,
      onSendAnyway: question.sendAnyway,
      onClose: question.close,
    },
  }
}

/**
 * Lazy: the library is for who has a passkey. Where its file doesn't come, nothing was begun yet, and the digits are
 * there.
 */
async function loadPasskeyProof() {
  return (await import('../api/passkey-proof.ts')).passkeyProof
}

const ports = {
  async outbox() {
    const outbox = await currentOutbox()
    return outbox?.memberId === signedInId() ? outbox : undefined
  },
  commands,
  timer(run: () => void, ms: number) {
    const handle = setTimeout(run, ms)
    return () => clearTimeout(handle)
  },
  onSaved: afterSaving,
  isVisible,
  whenVisible,
}
