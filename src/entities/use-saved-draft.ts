import { useEffect, useState } from 'react'
import type { Draft } from './draft.ts'

const patienceMs = 2000

/**
 * The draft that this device saved; undefined until storage has answered. A database that doesn't open within 2 s
 * counts as empty, because nobody should have to wait for it.
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
