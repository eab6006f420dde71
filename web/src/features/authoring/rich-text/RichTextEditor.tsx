import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/dialog/Dialog'
import { Form, FormActions } from '../../../components/form/Form'
import { TextField } from '../../../components/form/TextField'
import { useForm } from '../../../components/form/use-form'
import { Glyph, type GlyphName } from '../../../components/graphics/Glyph'
import { stepOf } from '../../../components/roving'
import { isAllowedLink, richTextExtensions } from './extensions'
import box from '../../../components/layout/box.module.css'
import { classNames } from '../../../components/class-names'
import styles from './RichTextEditor.module.css'

interface RichTextEditorProps {
  label: string
  markdown: string
  onChange: (markdown: string) => void
}

/** Headings of other levels become those that a page has; the editor drops any other foreign markup. */
const cleanPaste = (html: string): string =>
  html.replaceAll(/<(\/?)h1(?=[\s>])/gi, '<$1h2').replaceAll(/<(\/?)h[56](?=[\s>])/gi, '<$1h4')

export function RichTextEditor({ label, markdown, onChange }: RichTextEditorProps) {
  const emitted = useRef(markdown)
  const editor = useEditor({
    extensions: richTextExtensions(),
    content: markdown,
    contentType: 'markdown',
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: styles.text ?? '',
      },
      transformPastedHTML: cleanPaste,
    },
  })
  const emit = useEffectEvent((text: string) => {
    emitted.current = text
    onChange(text)
  })
  useEffect(() => {
    const changed = () => emit(editor.getMarkdown())
    editor.on('update', changed)
    return () => {
      editor.off('update', changed)
    }
  }, [editor])
  // A text set from outside (a restored version, a merge) replaces the content.
  useEffect(() => {
    if (markdown === emitted.current) return
    emitted.current = markdown
    editor.commands.setContent(markdown, { contentType: 'markdown', emitUpdate: false })
  }, [editor, markdown])
  return (
    <div className={classNames(styles.editor, box.control)}>
      <Toolbar editor={editor} label={label} />
      <EditorContent editor={editor} />
    </div>
  )
}

interface Tool {
  name: string
  glyph?: GlyphName
  text?: string
  isOn?: (editor: Editor) => boolean
  run: (editor: Editor) => void
}

const TOOLS: readonly Tool[] = [
  {
    name: 'Bold',
    glyph: 'bold',
    isOn: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: 'Italic',
    glyph: 'italic',
    isOn: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: 'H2 heading',
    text: 'H2',
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    name: 'H3 heading',
    text: 'H3',
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    name: 'List',
    glyph: 'bullets',
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'Numbered list',
    glyph: 'numbers',
    isOn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: 'Quote',
    glyph: 'quote',
    isOn: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
]

const STEPS: readonly Tool[] = [
  { name: 'Undo', glyph: 'undo', run: (editor) => editor.chain().focus().undo().run() },
  { name: 'Redo', glyph: 'redo', run: (editor) => editor.chain().focus().redo().run() },
]

function Toolbar({ editor, label }: { editor: Editor; label: string }) {
  const [linking, setLinking] = useState(false)
  // One tab stop; the arrow keys move between the tools.
  const [at, setAt] = useState(0)
  const bar = useRef<HTMLDivElement>(null)
  const on = useEditorState({
    editor,
    selector: ({ editor: current }) => [
      ...TOOLS.map((tool) => tool.isOn?.(current) ?? false),
      current.isActive('link'),
    ],
  })
  const link: Tool = { name: 'Link', glyph: 'link', run: () => setLinking(true) }
  const tools = [...TOOLS, link, ...STEPS]
  const walk = (event: KeyboardEvent) => {
    const to = stepOf(event.key, at, tools.length)
    if (to === undefined) return
    event.preventDefault()
    setAt(to)
    bar.current?.querySelectorAll('button')[to]?.focus()
  }
  return (
    <>
      <div
        ref={bar}
        role="toolbar"
        aria-label={`${label}: markup`}
        className={styles.toolbar}
        onKeyDown={walk}
      >
        {tools.map((tool, index) => (
          <button
            key={tool.name}
            type="button"
            className={styles.tool}
            aria-label={tool.name}
            title={tool.name}
            {...(index < on.length ? { 'aria-pressed': on[index] } : {})}
            tabIndex={index === at ? 0 : -1}
            onFocus={() => setAt(index)}
            // The focus stays in the text, for typing on.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => tool.run(editor)}
          >
            {tool.glyph ? <Glyph name={tool.glyph} /> : tool.text}
          </button>
        ))}
      </div>
      {linking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </>
  )
}

const NOT_ALLOWED = {
  field: 'address',
  message: 'Start with / for a page of ours, # for a part of this one, or https://, mailto: or tel:.',
}

function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const before: unknown = editor.getAttributes('link').href
  const inside = () => editor.chain().focus().extendMarkRange('link')
  const form = useForm({
    initial: { address: typeof before === 'string' ? before : '' },
    check: ({ address }) => (isAllowedLink(address.trim()) ? [] : [NOT_ALLOWED]),
    send: ({ address }) => {
      const href = address.trim()
      onClose()
      if (editor.state.selection.empty && !editor.isActive('link'))
        editor
          .chain()
          .focus()
          .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
          .run()
      else inside().setLink({ href }).run()
    },
    nameOf: (key) => `link-${key}`,
  })
  return (
    <Dialog open onClose={onClose} title="Link">
      <Form
        onSubmit={(event) => {
          // The editor is inside the item's own form.
          event.stopPropagation()
          form.props.onSubmit(event)
        }}
        aria-label="Link"
      >
        <TextField
          label="Address"
          hint="/faqs for a page of ours, #part for a part of this one, or https://…"
          {...form.field('address')}
          spellCheck={false}
        />
        <FormActions>
          <Button type="submit">Set the link</Button>
          {before !== undefined && (
            <Button
              variant="secondary"
              onClick={() => {
                onClose()
                inside().unsetLink().run()
              }}
            >
              Take it away
            </Button>
          )}
        </FormActions>
      </Form>
    </Dialog>
  )
}
