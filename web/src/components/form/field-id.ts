import { useId } from 'react'

/** The element id of the field with this name, so that a summary can lead to it. */
export const fieldId = (name: string): string => `field-${name.replaceAll(/[^\w-]/g, '-')}`

/** A field's own id, that of its name, or one that React makes. */
export function useFieldId(id: string | undefined, name: string | undefined): string {
  const made = useId()
  return id ?? (name ? fieldId(name) : made)
}
