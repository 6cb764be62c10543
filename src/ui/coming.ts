import { painted } from '../lib/painted.ts'

let isUndrawn = false

/** Whether a page has come that isn't drawn yet. What it shows is drawn at once, or it would first show what was. */
export const isComing = () => isUndrawn

/** A page has come, or come back. */
export function come(): void {
  isUndrawn = true
  void painted().then(() => {
    isUndrawn = false
  })
}
