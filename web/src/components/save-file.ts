export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // By then the browser has read the content.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
