/** Whether a page holds something that a reload would lose. */
const touched = new Set<HTMLFormElement>()

/** What is held outside of the forms on the page, such as the answers of an earlier step. */
const holders = new Set<() => boolean>()

/** Counts as something typed while `holds` says so. Returns what ends that. */
export function countAsTyped(holds: () => boolean): () => void {
  holders.add(holds)
  return () => holders.delete(holds)
}

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

/** A form that is empty again, such as the desk's after a code has been taken, holds nothing. */
const isFilled = ({ elements }: HTMLFormElement): boolean =>
  Array.from(elements).some(
    (field) => !(field instanceof HTMLButtonElement) && 'value' in field && field.value !== '',
  )

export function isSomethingTyped(): boolean {
  for (const holds of holders) if (holds()) return true
  for (const form of touched) {
    if (!form.isConnected) touched.delete(form)
    else if (isFilled(form)) return true
  }
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'form input, form textarea',
  )
  return Array.from(fields).some((field) => field.value !== field.defaultValue)
}
