import { demoBikes } from './demo-bikes.ts'
import { demoCars } from './demo-cars.ts'
import { demoPiles } from './demo-piles.ts'
import type { DemoProduct } from './demo-product.ts'
import { demoScooters } from './demo-scooters.ts'

/** All offers of the demonstration, the kinds in turn; the simulator runs the same machines with the same figures. */
export const demoProducts: readonly DemoProduct[] = inTurn([demoScooters, demoPiles.toReversed(), demoCars, demoBikes])

function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...lists.map((it) => it.length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((it) => it.slice(at, at + 1))).flat()
}
