/** Whether a page holds something that a reload would lose. */
const touched = new WeakSet<HTMLFormElement>()

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

const isText = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement

const isTick = (field: Element): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

/** Whether a field is not as the page came with it. What is chosen from a list is quickly chosen again. */
const differs = (field: Element): boolean =>
  isTick(field) ? field.checked !== field.defaultChecked : isText(field) && field.value !== field.defaultValue

/** The same of a field that React keeps, which makes what is typed its default. */
const isFilled = (field: Element): boolean =>
  isTick(field) ? differs(field) : isText(field) && field.value !== ''

/**
 * A form of `useForm` says whether it differs from what is stored. Any other that is empty again, such as the desk's after a code
 * has been taken, holds nothing.
 */
const holdsTyped = (form: HTMLFormElement): boolean =>
  form.dataset.changed === undefined
    ? Array.from(form.elements).some(touched.has(form) ? isFilled : differs)
    : form.dataset.changed === 'true'

export function isSomethingTyped(): boolean {
  for (const holds of holders) if (holds()) return true
  return Array.from(document.forms).some(holdsTyped)
}
