import { useQuery } from '@tanstack/react-query'
import type { Switchable } from '#protocol/words.ts'
import { featureFlags } from './feature-flags.ts'
import { featureAt } from './switched-off.ts'

/** Whether the operator has switched a feature off (specification 4). */
export function useIsOff(feature: Switchable | undefined): boolean {
  const switchedOff = useQuery(featureFlags).data?.switchedOff ?? []
  return feature !== undefined && switchedOff.includes(feature)
}

/** Whether the feature of a page is switched off. The page's route may have a search, as the server writes it. */
export function useIsPageOff(route: string): boolean {
  const [path = ''] = route.split('?')
  return useIsOff(featureAt(path))
}
