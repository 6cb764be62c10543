import { useQuery } from '@tanstack/react-query'
import { calculationFor, type Calculation } from './calculation.ts'
import { calculationOf } from '../queries.ts'
import { useSettled } from '../../../ui/use-settled.ts'

/**
 * Fee and actual arrival of an amount in minor units, as the server says, asked for once nobody has typed for half a
 * second (specification 9). A question that was overtaken is cancelled on its way.
 */
export function useCalculation(amount: number | undefined): { calculation: Calculation; askAgain: () => void } {
  // A query that nobody looks at any more is aborted, and this one is looked at only for the amount that is typed.
  const asked = useSettled(amount) === amount ? amount : undefined
  const query = useQuery({ ...calculationOf(asked ?? 0), enabled: asked !== undefined })
  return { calculation: calculationFor(amount, asked, query), askAgain: () => void query.refetch() }
}
