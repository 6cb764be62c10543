import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { dictTree } from '#protocol/settings.ts'
import { readOf } from '../../cache/read-of.ts'

interface Educations {
  /** The operator's choices; until they are first read, the choices that are built into the app. */
  choices: readonly { code: string; name: string }[]
  /** The name of a choice, also of one that is no longer offered. */
  nameOf(code: string): string
}

/** The levels of education to choose from, and their names. */
export function useEducations(): Educations {
  const { t } = useLingui()
  const own = [
    { code: 'primary', name: t`Primary school` },
    { code: 'secondary', name: t`Secondary school` },
    { code: 'vocational', name: t`Vocational training` },
    { code: 'bachelor', name: t`Bachelor's degree` },
    { code: 'master', name: t`Master's degree` },
    { code: 'doctorate', name: t`Doctorate` },
    { code: 'other', name: t`Other education` },
  ]
  const lists = useQuery(readOf(dictTree, {})).data?.items
  const choices = lists?.find((it) => it.code === 'education')?.children ?? own
  return { choices, nameOf: (code) => [...choices, ...own].find((it) => it.code === code)?.name ?? code }
}
