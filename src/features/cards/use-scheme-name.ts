import { useQuery } from '@tanstack/react-query'
import { cardTypes } from './queries.ts'

/** What a kind of card is called, by its code: `Visa`. Undefined where it has none, or none that is known here. */
export function useSchemeName(): (typeCode: string | null) => string | undefined {
  const types = useQuery(cardTypes).data?.items
  return (typeCode) => types?.find((it) => it.code === typeCode)?.name
}
