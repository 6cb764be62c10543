/** Of the browser's word on the network only what is used; TypeScript's library doesn't have it, nor does Safari. */
export interface LineInformation {
  saveData?: boolean
  type?: string
  effectiveType?: string
}

/**
 * True where every byte may cost the member something, or takes long: Save-Data, a mobile line, or one as slow as the
 * oldest of them.
 */
export function isMetered(line: LineInformation | undefined): boolean {
  if (line === undefined) return false
  return (
    line.saveData === true ||
    line.type === 'cellular' ||
    line.effectiveType === 'slow-2g' ||
    line.effectiveType === '2g'
  )
}

/** What the browser says of its network. */
export function currentLine(): LineInformation | undefined {
  return 'connection' in navigator ? (navigator.connection as LineInformation) : undefined
}

/** Calls `listener` whenever the browser takes another network, where it tells. */
export function onLineChange(listener: () => void): () => void {
  const line = 'connection' in navigator ? (navigator.connection as EventTarget) : undefined
  line?.addEventListener('change', listener)
  return () => line?.removeEventListener('change', listener)
}
