import type { DataTag, QueryKey } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import type { Command } from '../../outbox/command.ts'
import { showPlayed } from './show-play.ts'
import { useKeepSent } from './shown-before.ts'
import { useRound, type PlayCommand, type Played, type Round } from './use-round.ts'

export interface Playing extends Round {
  isReady: boolean
  /** True while an answer is lost; it is asked for by itself, and the same result shown. */
  isUnknown: boolean
  isChecking: boolean
  check: () => void
  /** Why the last one was rejected; undefined where it wasn't. */
  error: unknown
}

/** A command that draws, and what the screen shows of it. */
export function usePlaying(
  command: PlayCommand,
  options: { of?: string | undefined; isOurs: (row: Command) => boolean; landing: (draws: number) => number },
): Playing {
  const { isReady, unknown, isChecking, check, outcome } = command
  useKeepSent()
  return {
    ...useRound(command, options),
    isReady,
    isUnknown: unknown !== undefined,
    isChecking,
    check: () => void check(),
    error: outcome?.kind === 'rejected' ? outcome.error : undefined,
  }
}

/**
 * Brings what stands around a game up to date after a draw: what the answer tells at once, and after a rejection, which
 * may say that odds or seed have changed, everything anew.
 */
export function useAfterPlay<T extends object, E>(
  queryKey: DataTag<QueryKey, T, E>,
): (outcome: { kind: string; answer?: Played }) => void {
  const client = useQueryClient()
  return ({ kind, answer }) => {
    if (answer) showPlayed(client, queryKey, answer)
    if (kind === 'rejected') void client.invalidateQueries({ queryKey })
  }
}
