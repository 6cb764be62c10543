import { useEffect, useState } from 'react'
import type { Draft } from './draft.ts'

const patienceMs = 2000

export interface SavedDraft<T> {
  content: T | undefined
  /** It came after the form was shown without it: the form is keyed by this, so that it begins anew with the draft. */
  isLate: boolean
}

/**
 * The draft that this device saved; undefined until storage has answered. A database that doesn't open within 2 s
 * counts as empty, because nobody should have to wait for it. Its draft is still taken as long as nobody has touched
 * the page, because the first change would save over it.
 */
export function useSavedDraft<T>(draft: Draft<T>, memberId: string): SavedDraft<T> | undefined {
  const [saved, setSaved] = useState<SavedDraft<T>>()
  useEffect(() => awaitDraft(draft.load(memberId), setSaved, document), [draft, memberId])
  return saved
}

/** Gives what was loaded, or at the end of patience nothing and later what was loaded. The answer stops it. */
export function awaitDraft<T>(
  loading: Promise<T | undefined>,
  give: (saved: SavedDraft<T>) => void,
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
): () => void {
  let isAwaited = true
  let isLate = false
  const stop = () => {
    isAwaited = false
    clearTimeout(timer)
    for (const touch of ['input', 'click']) page.removeEventListener(touch, stop)
  }
  const timer = setTimeout(() => {
    isLate = true
    give({ content: undefined, isLate: false })
    for (const touch of ['input', 'click']) page.addEventListener(touch, stop)
  }, patienceMs)
  void loading.then((content) => {
    if (isAwaited && !(isLate && content === undefined)) give({ content, isLate })
    stop()
  })
  return stop
}
