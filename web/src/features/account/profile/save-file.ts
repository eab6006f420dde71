/** Hands the browser a text to save as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The save has taken hold of the content by then.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
