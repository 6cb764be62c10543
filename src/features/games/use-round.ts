import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import type { Answer } from '#protocol/call.ts'
import { lotteryOpen, type Draw } from '#protocol/games.ts'
import type { Command } from '../../outbox/command.ts'
import { commands } from '../../outbox/current-commands.ts'
import { saveShown, wasShown } from './device-choices.ts'
import { isStill } from '../../lib/still.ts'
import type { Phase } from './table.ts'

/** The answer to a draw, the same for lotteries and boxes. */
export type Played = Answer<typeof lotteryOpen>

/** What a stage needs to know of `useCommand`. */
export interface PlayCommand {
  isReady: boolean
  isBusy: boolean
  unknown: Command | undefined
  isChecking: boolean
  check: () => Promise<void>
  outcome:
    | { kind: 'applied'; answer: Played }
    | { kind: 'rejected'; error: unknown }
    | { kind: 'saved' | 'notSaved' | 'unknown' | 'abandoned' }
    | undefined
}

export interface Round {
  phase: Phase
  /** The last draws made or shown here. */
  draws: readonly Draw[]
  /** The draws whose result is open. */
  result: readonly Draw[] | undefined
  close: () => void
}

interface Options {
  /** The game that the member has chosen, where there are several: with another one the round begins anew. */
  of?: string | undefined
  /** Which rows of the outbox are draws of this screen. */
  isOurs: (row: Command) => boolean
  /** How long the stage takes to land on so many draws, in milliseconds. */
  landing: (draws: number) => number
}

// The same array each time, so that a stage without draws isn't rendered again.
const none: readonly Draw[] = []

/**
 * From the press to the result. The result opens when the stage has landed. A result that nobody saw, because the
 * member left on the way, opens when they come back.
 */
export function useRound({ isBusy, unknown, outcome }: PlayCommand, { of, isOurs, landing }: Options): Round {
  const [begun, begin] = useState(of)
  const [hasPlayed, setPlayed] = useState(false)
  const [landed, setLanded] = useState<readonly Draw[]>(none)
  const [result, setResult] = useState<readonly Draw[]>()
  const [missedId, setMissedId] = useState<string>()
  if (begun !== of) {
    begin(of)
    setPlayed(false)
    setLanded(none)
    setResult(undefined)
    setMissedId(undefined)
  }
  if (!hasPlayed && (isBusy || unknown !== undefined)) setPlayed(true)

  const made: readonly Draw[] = outcome?.kind === 'applied' ? outcome.answer.draws : none
  const isLanding = made[0] !== undefined && landed[0]?.id !== made[0].id
  const landingId = isLanding ? made[0]?.id : undefined
  const show = useEffectEvent(() => {
    setLanded(made)
    setResult(made)
  })
  const duration = useEffectEvent(() => (isStill() ? 0 : landing(made.length)))
  useEffect(() => {
    if (landingId === undefined) return
    const timer = setTimeout(() => show(), duration())
    return () => clearTimeout(timer)
  }, [landingId])

  const rows = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  const missed = hasPlayed ? undefined : rows.findLast((it) => it.state === 'applied' && isOurs(it))
  if (missed && missed.id !== missedId) {
    const draws = drawsOf(missed)
    setMissedId(missed.id)
    setLanded(draws)
    if (draws[0] && !wasShown(draws[0].id)) setResult(draws)
  }
  useEffect(() => {
    if (result?.[0]) saveShown(result[0].id)
  }, [result])

  return {
    phase: isBusy ? 'waiting' : isLanding ? 'landing' : 'idle',
    draws: isBusy ? none : isLanding ? made : landed,
    result,
    close: useCallback(() => setResult(undefined), []),
  }
}

/** The draws that an answer in the outbox tells of; none where this version can't read it. */
function drawsOf({ reply }: Command): readonly Draw[] {
  const answer = v.safeParse(lotteryOpen.answer, reply?.data)
  return answer.success ? answer.output.draws : []
}
