/** Whether a form holds something that a reload would lose. */
const touched = new Set<HTMLFormElement>()

/** Starts watching; what was typed before counts where it differs from what the page came with. */
export function watchTyping(): void {
  document.addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof Element) remember(target.closest('form'))
    },
    { capture: true },
  )
}

function remember(form: HTMLFormElement | null): void {
  if (form) touched.add(form)
}

export function isSomethingTyped(): boolean {
  for (const form of touched) {
    if (form.isConnected) return true
    touched.delete(form)
  }
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'form input, form textarea',
  )
  return Array.from(fields).some((field) => field.value !== field.defaultValue)
}
