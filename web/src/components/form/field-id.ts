/** The element id of the field with this name, so that a summary can lead to it. */
export const fieldId = (name: string): string => `field-${name.replaceAll(/[^\w-]/g, '-')}`
