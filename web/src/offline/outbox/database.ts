/** The one database of this origin's tablet. */
export const OUTBOX_DATABASE = 'sixfold-outbox'
