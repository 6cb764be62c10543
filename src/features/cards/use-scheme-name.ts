import { useQuery } from '@tanstack/react-query'
import { cardTypes } from './queries.ts'

/**
 * The name of a card scheme by its type code: `Visa`. Undefined without a code, or for a code unknown to this version.
 */
export function useSchemeName(): (typeCode: string | null) => string | undefined {
  const types = useQuery(cardTypes).data?.items
  return (typeCode) => types?.find((it) => it.code === typeCode)?.name
}
