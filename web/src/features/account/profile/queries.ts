// Queries that only My Profile uses. Enable them only with a session.
import { queryOptions } from '@tanstack/react-query'
import { queryKeys } from '../../../api/queries'
import { fetchDevices, fetchHealthConsent, fetchIdentities, fetchPasskeys, fetchSecondFactor } from '../api'

export const devicesQuery = () =>
  queryOptions({ queryKey: queryKeys.devices, queryFn: ({ signal }) => fetchDevices(signal) })

export const identitiesQuery = () =>
  queryOptions({ queryKey: queryKeys.identities, queryFn: ({ signal }) => fetchIdentities(signal) })

export const passkeysQuery = () =>
  queryOptions({ queryKey: queryKeys.passkeys, queryFn: ({ signal }) => fetchPasskeys(signal) })

export const secondFactorQuery = () =>
  queryOptions({ queryKey: queryKeys.secondFactor, queryFn: ({ signal }) => fetchSecondFactor(signal) })

export const healthConsentQuery = () =>
  queryOptions({ queryKey: queryKeys.healthConsent, queryFn: ({ signal }) => fetchHealthConsent(signal) })
