import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './PreviewPane.module.css'

// A separate document, so that widths, media queries and the dark theme are those of a real page. It contains only what
// is rendered into it from here, and never loads an address.
const DOCUMENT = '<!doctype html><html lang="en-GB"><head><base target="_blank"></head><body></body></html>'

interface PreviewFrameProps {
  width: number
  height: number
  title: string
  children: ReactNode
}

/**
 * Renders its children at a real width and scales the result into the available space. Nothing in it can be pressed.
 */
export function PreviewFrame({ width, height, title, children }: PreviewFrameProps) {
  const stage = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  const [inside, setInside] = useState<Document | null>(null)
  useLayoutEffect(() => {
    if (!stage.current) return
    const watch = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0))
    watch.observe(stage.current)
    return () => watch.disconnect()
  }, [])
  useLayoutEffect(() => (inside ? copyStyles(document.head, inside.head) : undefined), [inside])
  const scale = room > 0 ? Math.min(1, room / width) : 1
  return (
    <div ref={stage} className={styles.stage} style={{ blockSize: `${height * scale}px` }}>
      <iframe
        title={title}
        srcDoc={DOCUMENT}
        className={styles.frame}
        style={{
          inlineSize: `${width}px`,
          blockSize: `${height}px`,
          insetInlineStart: `${Math.max(0, (room - width * scale) / 2)}px`,
          transform: `scale(${scale})`,
        }}
        onLoad={(event) => setInside(event.currentTarget.contentDocument)}
      />
      {inside && createPortal(<div inert>{children}</div>, inside.body)}
    </div>
  )
}

const SHEETS = 'link[rel="stylesheet"], style'

/** Copies every style sheet of this page, and those that lazy parts add later. */
function copyStyles(from: HTMLHeadElement, to: HTMLHeadElement): () => void {
  const copies = new Map<Node, Node>()
  const copy = (sheet: Element) => {
    const own = to.ownerDocument.importNode(sheet, true)
    copies.set(sheet, own)
    to.append(own)
  }
  from.querySelectorAll(SHEETS).forEach(copy)
  const watch = new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      for (const node of addedNodes) if (node instanceof Element && node.matches(SHEETS)) copy(node)
      for (const node of removedNodes) copies.get(node)?.parentNode?.removeChild(copies.get(node) as Node)
    }
  })
  watch.observe(from, { childList: true })
  return () => watch.disconnect()
}
