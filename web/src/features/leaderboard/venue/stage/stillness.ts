/** Whether nothing may move on this device. */
export const stillness = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches
