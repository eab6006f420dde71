import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../state/Loaded'
import { useAuthoring } from '../authoring-context'
import { History } from '../history/History'
import { BackToList } from './BackToList'
import { ItemEditor } from './ItemEditor'
import type { Place } from '../place'
import { itemQuery } from '../api'

/** An item: its form, or its history. */
export function Editor({ id, place }: { id: string; place: Place }) {
  const { library } = useAuthoring()
  const item = useQuery(itemQuery(library, id))
  return (
    <>
      {item.isLoadingError && place.section === 'content' && <BackToList />}
      <Loaded result={item} label="Loading the item" height={['4rem', '24rem']}>
        {(details) =>
          place.view === 'history' ? (
            <History details={details} place={place} />
          ) : (
            <ItemEditor details={details} place={place} />
          )
        }
      </Loaded>
    </>
  )
}
