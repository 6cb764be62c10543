import { useState } from 'react'
import { isTextChanged, refetchTexts } from './article.ts'

/**
 * For a form with a tick beside texts. `afterTexts` resolves once the form may show the error; where the tick was
 * refused because a text has changed, the texts are here anew then, and `takeTickAway` was called. `isFetching` keeps
 * the button busy until then: another tick would be for the old text, and refused again.
 */
export function useChangedTexts(takeTickAway: () => void) {
  const [isFetching, setFetching] = useState(false)
  const afterTexts = async (error: unknown) => {
    if (!isTextChanged(error)) return
    setFetching(true)
    await refetchTexts()
    setFetching(false)
    takeTickAway()
  }
  return { isFetching, afterTexts }
}
