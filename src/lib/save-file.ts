/** Downloads a file that was made on the device. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // Some browsers read the object URL only after the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
