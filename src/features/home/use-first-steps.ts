import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { balances } from '../../entities/balances.ts'
import { bankCards } from '../../entities/bank-cards.ts'
import { profile } from '../../entities/profile.ts'
import { commands } from '../../outbox/current-commands.ts'
import { holdings } from './first-reads.ts'
import { firstSteps, isDismissed, stepsTaken, type FirstStep } from './first-steps.ts'

/**
 * Which first steps the member has taken; undefined once all are taken or the list was put away, and until the answers
 * are known: a step is never shown as open by guessing.
 */
export function useFirstSteps(): Readonly<Record<FirstStep, boolean>> | undefined {
  const member = useQuery(profile).data
  const wallets = useQuery(balances).data
  const held = useQuery(holdings).data
  const cards = useQuery(bankCards).data
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  if (!member || !wallets || !held || !cards || isDismissed(member, all)) return undefined
  const taken = stepsTaken({ profile: member, wallets, holdings: held, cards })
  return firstSteps.every((it) => taken[it]) ? undefined : taken
}
