import { useQuery } from '@tanstack/react-query'
import type { Switchable } from '#protocol/words.ts'
import { featureFlags } from './feature-flags.ts'
import { featureAt } from './switched-off.ts'

/** Whether the operator has switched a feature off (specification 4). */
export function useIsOff(feature: Switchable | undefined): boolean {
  const switchedOff = useQuery(featureFlags).data?.switchedOff ?? []
  return feature !== undefined && switchedOff.includes(feature)
}

/** Whether the feature that a page belongs to is switched off. */
export function useIsPageOff(path: string): boolean {
  return useIsOff(featureAt(path))
}
