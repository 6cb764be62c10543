import { useEffect, useState } from 'react'
import type { Draft } from './draft.ts'

const patienceMs = 2000

/**
 * The draft that this device saved; undefined until storage has said whether there is one. A database that never opens
 * counts as none after 2 s: it must not keep anyone from going on.
 */
export function useSavedDraft<T>(draft: Draft<T>, memberId: string): { content: T | undefined } | undefined {
  const [saved, setSaved] = useState<{ content: T | undefined }>()
  useEffect(() => {
    let isHere = true
    const take = (content: T | undefined) => {
      if (isHere) setSaved((before) => before ?? { content })
    }
    void draft.load(memberId).then(take)
    const timer = setTimeout(() => take(undefined), patienceMs)
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [draft, memberId])
  return saved
}
