// Owns the way from an author's Markdown to HTML that is safe to place on a page. Loaded only when a text needs it.
import DOMPurify from 'dompurify'
import { Marked, type Tokens } from 'marked'
import { slug } from './slug'

const TAGS = ['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'strong', 'em', 'a', 'blockquote', 'code', 'br', 'hr']
TAGS.push('table', 'thead', 'tbody', 'tr', 'th', 'td')

/** Where a link of the site's own points, given its path; others are left as they are. */
export type ResolveLink = (path: string) => string

/** Safe HTML. Headings carry ids; with `prefix`, `prefix-heading`. Script, style, images and handlers are dropped. */
export function renderMarkdown(markdown: string, resolve: ResolveLink): string {
  const marked = new Marked({ gfm: true, breaks: false })
  marked.use({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const content = this.parser.parseInline(tokens)
        return `<h${depth} id="${slug(content)}" tabindex="-1">${content}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const target = href.startsWith('/') && !href.startsWith('//') ? resolve(href) : href
        const anchor = document.createElement('a')
        anchor.setAttribute('href', target)
        anchor.innerHTML = '§'
        return anchor.outerHTML.replace('§', this.parser.parseInline(tokens))
      },
    },
  })
  return DOMPurify.sanitize(marked.parse(markdown, { async: false }), {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['href', 'id', 'tabindex', 'start'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/(?!\/)|#)/i,
  })
}
