import { featureAt } from '../entities/switched-off.ts'
import { standIn } from './tabs.ts'

/** True for a tab that review mode doesn't have, and for the pages of a feature that is off. */
export function isTakenAway(path: string, switchedOff: readonly string[]): boolean {
  const feature = featureAt(path)
  return standIn(path) !== undefined || (feature !== undefined && switchedOff.includes(feature))
}
