// The sentences that a form shows about its fields.
import type { Locator } from 'playwright-core'

/** The sentence beside a field, as assistive technology reads it with the field. */
export async function sentenceBeside(field: Locator): Promise<string> {
  return field.first().evaluate((element) => {
    const own = element.getAttribute('aria-describedby') ?? ''
    const group = element.closest('fieldset')?.getAttribute('aria-describedby') ?? ''
    return `${own} ${group}`
      .split(/\s+/)
      .filter((id) => id.endsWith('-error'))
      .map((id) => document.getElementById(id)?.textContent?.trim() ?? '')
      .join(' ')
      .trim()
  })
}
