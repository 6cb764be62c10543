import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { balances } from '../../entities/balances.ts'
import { bankCards } from '../../entities/bank-cards.ts'
import { profile } from '../../entities/profile.ts'
import { commands } from '../../outbox/current-commands.ts'
import { holdings } from './first-reads.ts'
import { firstSteps, isDismissed, stepsTaken, type FirstStep } from './first-steps.ts'

/**
 * Which first steps the member has taken; null once all are taken or the list was put away, or where that can't be had
 * now; undefined while the answers load: a step is never shown as open by guessing.
 */
export function useFirstSteps(): Readonly<Record<FirstStep, boolean>> | null | undefined {
  const queries = [useQuery(profile), useQuery(balances), useQuery(holdings), useQuery(bankCards)] as const
  const [{ data: member }, { data: wallets }, { data: held }, { data: cards }] = queries
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  if (member && isDismissed(member, all)) return null
  if (!member || !wallets || !held || !cards) return queries.some((it) => it.isLoading) ? undefined : null
  const taken = stepsTaken({ profile: member, wallets, holdings: held, cards })
  return firstSteps.every((it) => taken[it]) ? null : taken
}
