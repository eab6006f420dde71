import { localised } from '../../paths'

/** Where the mailed links lead and where they are asked for. */
export const FORGOT_PASSWORD = localised('/forgotten-password')
export const RESET_PASSWORD = localised('/reset-password')
