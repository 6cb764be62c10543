import { useEffect, useRef, type RefObject } from 'react'

/** A radio group is focused at its chosen option. ARIA allows no `aria-invalid` on buttons and links. */
const invalid =
  '[aria-invalid="true"]:not([role="radiogroup"]), [role="radiogroup"][aria-invalid="true"] :checked, [data-error]'

/**
 * The ref of a form that focuses its first invalid control, in document order, after each submit. React Hook Form would
 * focus in the order of its `register()` calls. `submits` counts the submits and changes together with the errors.
 */
export function useFirstInvalid(submits: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (submits > 0) form.current?.querySelector<HTMLElement>(invalid)?.focus()
  }, [submits])
  return form
}
