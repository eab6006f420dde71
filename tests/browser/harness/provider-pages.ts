// The pages that people see at the provider: who are you, may they know, do you want to leave.

/** Asks who it is. */
export function loginPage(action: string, hint: string): string {
  return page(
    'Sign in at Campus',
    `<form method="post" action="${escape(action)}">
      <label>Campus e-mail <input name="email" value="${escape(hint)}"></label>
      <button name="act" value="login">Sign in</button>
    </form>`,
  )
}

/** Asks whether the other side may know. */
export function consentPage(action: string): string {
  return page(
    'Let Sixfold know you?',
    `<form method="post" action="${escape(action)}">
      <button name="act" value="allow">Allow</button>
      <button name="act" value="deny">Deny</button>
    </form>`,
  )
}

/** Asks whether to leave the provider too; `form` is the provider's own, without its buttons. */
export function logoutPage(form: string): string {
  return page(
    'Sign out of Campus?',
    `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out of Campus</button>`,
  )
}

/** Something to read. */
export function plainPage(title: string): string {
  return page(title, '')
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>${title}</title>
    <link rel="icon" href="data:,"></head><body><main><h1>${title}</h1>${body}</main></body></html>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
