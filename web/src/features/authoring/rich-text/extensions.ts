// The markup of rich texts: paragraphs, headings, lists, quotes, bold, italic, links, code, lines.
import type { Extensions } from '@tiptap/core'
import { OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Markdown } from '@tiptap/markdown'
import { StarterKit } from '@tiptap/starter-kit'

/** Where a link may lead: the same as on the server. */
export const isAllowedLink = (url: string): boolean => /^(?:https?:|mailto:|tel:|\/(?!\/)|#)/i.test(url)

// The library's own tokenizer takes "No. Not yet." for a list with letters, where Markdown only has digits; and it
// leaves links in the items of a plain list unparsed. Here items are parsed like those of any list.
const NumberedList = OrderedList.extend({
  parseMarkdown(token, helpers) {
    if (token.type !== 'list' || !token.ordered) return []
    const start = Number(token.start) || 1
    const content = helpers.parseChildren(token.items ?? [])
    return { type: 'orderedList', ...(start === 1 ? {} : { attrs: { start } }), content }
  },
  markdownTokenizer: { name: 'orderedList', level: 'block', start: () => -1, tokenize: () => undefined },
})

/** Escapes text at the start of a line that Markdown would read as a heading, a list or a rule. */
const escapeLineStarts = (markdown: string): string =>
  markdown
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/gm, '$1\\$2')
    .replace(/^(\s*)(#{1,6}|[-+])(?=\s|$)/gm, '$1\\$2')
    .replace(/^(\s*)([-=]{2,}\s*)$/gm, '$1\\$2')

const PlainParagraph = Paragraph.extend({
  renderMarkdown(node, helpers, context) {
    const written = this.parent?.(node, helpers, context) ?? ''
    return escapeLineStarts(written)
  },
})

/** The editor's extensions; other markup cannot be typed, pasted or stored. */
export const richTextExtensions = (): Extensions => [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    orderedList: false,
    paragraph: false,
    codeBlock: false,
    strike: false,
    underline: false,
    link: {
      openOnClick: false,
      autolink: false,
      HTMLAttributes: { rel: null, target: null },
      isAllowedUri: (url) => isAllowedLink(url),
    },
  }),
  PlainParagraph,
  NumberedList,
  Markdown,
]
