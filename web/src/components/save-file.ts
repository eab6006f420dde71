/** Hands the browser a file to save. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The save has taken hold of the content by then.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
