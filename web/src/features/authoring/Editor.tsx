import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '../../api/errors'
import { ErrorState, Loading, Skeleton } from '../../components/States'
import { useAuthoring } from './authoring-context'
import { History } from './History'
import { ItemEditor } from './ItemEditor'
import type { Place } from './place'
import { itemQuery } from './queries'

/** An item: its form, or its history. */
export function Editor({ id, place }: { id: string; place: Place }) {
  const { library } = useAuthoring()
  const { data, isError, error, refetch, isFetching } = useQuery(itemQuery(library, id))
  if (data)
    return place.view === 'history' ? (
      <History details={data} place={place} />
    ) : (
      <ItemEditor details={data} place={place} />
    )
  if (isError)
    return (
      <ErrorState
        title="This item did not load"
        message={errorSentence(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  return (
    <Loading label="Loading the item">
      <Skeleton height="4rem" />
      <Skeleton height="24rem" />
    </Loading>
  )
}
