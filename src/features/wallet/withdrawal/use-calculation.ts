import { useQuery } from '@tanstack/react-query'
import { calculationFor, type Calculation } from './calculation.ts'
import { calculationOf } from '../queries.ts'
import { useSettled } from '../../../ui/use-settled.ts'

/**
 * The server's fee and arrival for an amount in minor units, requested after half a second without typing
 * (specification 9). A request for an earlier amount is cancelled.
 */
export function useCalculation(amount: number | undefined): { calculation: Calculation; askAgain: () => void } {
  // Query aborts a request without observers, and only the query of the typed amount has one.
  const asked = useSettled(amount) === amount ? amount : undefined
  const query = useQuery({ ...calculationOf(asked ?? 0), enabled: asked !== undefined })
  return { calculation: calculationFor(amount, asked, query), askAgain: () => void query.refetch() }
}
