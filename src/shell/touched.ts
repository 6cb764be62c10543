let isTouched = false
let sayTouched: () => void

/** Whether the member has pressed anything since the app was opened. */
export const wasTouched = () => isTouched

/** Resolves as something is pressed for the first time, before what that leads to. */
export const touched = new Promise<void>((resolve) => {
  sayTouched = resolve
})

export function awaitTouch(): void {
  // Assistive technology may press with a click alone.
  for (const kind of ['pointerdown', 'keydown', 'click']) addEventListener(kind, note, { capture: true, once: true })
}

function note(): void {
  isTouched = true
  sayTouched()
}
