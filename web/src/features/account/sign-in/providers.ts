/** The ways to sign in that the server offers. */
import { queryOptions } from '@tanstack/react-query'
import { queryKeys } from '../../../api/queries'
import { fetchProviders, type Provider } from '../../../auth/sign-in-calls'
import { tabStorage } from '../../../state/storage/browser-storage'

const STALE_MS = 300_000
/** The name of the provider pressed last, for the message if it returns an error. */
const REMEMBERED = 'sixfold.provider'

export const providersQuery = () =>
  queryOptions({
    queryKey: queryKeys.providers,
    queryFn: async () => Object.values((await fetchProviders()) ?? {}),
    staleTime: STALE_MS,
  })

/** What the login page shows. Without a list there is still the form. */
export function signInMethods(providers: readonly Provider[], authMode: string | undefined) {
  const elsewhere = providers.filter(({ type }) => type === 'oauth')
  const credentials = providers.length === 0 || providers.some(({ type }) => type === 'credentials')
  return { form: authMode === 'sso' ? elsewhere.length === 0 : credentials, elsewhere }
}

export const rememberProvider = ({ name }: Provider): void => tabStorage.set(REMEMBERED, name)

/** The name of the provider that the person returns from, if known. */
export const rememberedProvider = (): string | null => tabStorage.get(REMEMBERED)
