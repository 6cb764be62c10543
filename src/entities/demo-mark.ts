import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { loginConfig } from './login-config.ts'

/**
 * What a file or picture that leaves the app says on a demonstration's server; undefined elsewhere. Outside the app no
 * ribbon says it.
 */
export function useDemoMark(): string | undefined {
  const { t } = useLingui()
  return useQuery(loginConfig).data?.demo === true ? t`Demo: the money here is not real` : undefined
}
