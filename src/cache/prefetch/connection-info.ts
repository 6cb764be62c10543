/** The used part of the Network Information API, which TypeScript's library and Safari don't have. */
export interface LineInformation {
  saveData?: boolean
  type?: string
  effectiveType?: string
}

/** True where bytes may cost the member money or take long: Save-Data, a mobile network, or one as slow as 2G. */
export function isMetered(line: LineInformation | undefined): boolean {
  if (line === undefined) return false
  return (
    line.saveData === true ||
    line.type === 'cellular' ||
    line.effectiveType === 'slow-2g' ||
    line.effectiveType === '2g'
  )
}

/** The browser's information on its network. */
export function currentLine(): LineInformation | undefined {
  return 'connection' in navigator ? (navigator.connection as LineInformation) : undefined
}

/** Calls `listener` when the browser changes to another network, in browsers that tell it. */
export function onLineChange(listener: () => void): () => void {
  const line = 'connection' in navigator ? (navigator.connection as EventTarget) : undefined
  line?.addEventListener('change', listener)
  return () => line?.removeEventListener('change', listener)
}
