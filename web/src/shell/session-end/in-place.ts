// What signing in again in place needs, in one file: a page that stays has its dialog.
export { SessionEndDialog } from './SessionEndDialog'
export { stays } from './stays'
