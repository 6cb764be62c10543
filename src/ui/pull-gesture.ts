/** Pixels that the longest pull comes near. */
const most = 96

/**
 * Watches strokes down from the top of the page: `onPull` with the pixels to show, `onRelease` after `enough` of them.
 * React registers touch listeners as passive, and a passive listener can't stop the page from scrolling.
 */
export function watchPull(
  element: HTMLElement,
  enough: number,
  onPull: (pixels: number) => void,
  onRelease: () => void,
  signal: AbortSignal,
): void {
  let start: { x: number; y: number } | undefined
  let pixels = 0
  const begin = (event: TouchEvent) => {
    const touch = event.touches[0]
    // Elements that handle strokes themselves, such as a map, keep doing so.
    const isTaken = event.target instanceof Element && event.target.closest('.touch-none') !== null
    start =
      touch && !isTaken && event.touches.length === 1 && scrollY <= 0
        ? { x: touch.clientX, y: touch.clientY }
        : undefined
  }
  const move = (event: TouchEvent) => {
    const touch = event.touches[0]
    if (!start || !touch) return
    const down = touch.clientY - start.y
    if (pixels === 0 && (down < 8 || Math.abs(touch.clientX - start.x) > down)) {
      if (Math.abs(touch.clientX - start.x) > 8 || down < -8) start = undefined
      return
    }
    pixels = Math.max(1, most * (1 - Math.exp(-down / 140)))
    if (event.cancelable) event.preventDefault()
    onPull(pixels)
  }
  const end = () => {
    if (pixels >= enough) onRelease()
    if (pixels > 0) onPull(0)
    pixels = 0
    start = undefined
  }
  element.addEventListener('touchstart', begin, { passive: true, signal })
  element.addEventListener('touchmove', move, { passive: false, signal })
  element.addEventListener('touchend', end, { signal })
  element.addEventListener('touchcancel', end, { signal })
}
