/** What signing in again in place needs; one import, so that its list of files is in the build once. */
export const loadInPlace = () => import('./in-place')
