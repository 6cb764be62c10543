/** Whether the system asks for less movement: results then show at once. */
export function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
