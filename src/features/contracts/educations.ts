import { useLingui } from '@lingui/react/macro'
import type { Contract } from '#protocol/contracts.ts'

/** What each level of education is called. */
export function useEducations(): Record<Contract['education'], string> {
  const { t } = useLingui()
  return {
    primary: t`Primary school`,
    secondary: t`Secondary school`,
    vocational: t`Vocational training`,
    bachelor: t`Bachelor's degree`,
    master: t`Master's degree`,
    doctorate: t`Doctorate`,
    other: t`Other education`,
  }
}
