import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../state/Loaded'
import { useAuthoring } from '../authoring-context'
import { History } from '../history/History'
import { BackToList } from './BackToList'
import { ItemEditor } from './ItemEditor'
import type { EditorAddress } from '../address'
import { itemQuery } from '../api'

/** An item: its form, or its history. */
export function Editor({ id, address }: { id: string; address: EditorAddress }) {
  const { library } = useAuthoring()
  const item = useQuery(itemQuery(library, id))
  return (
    <>
      {item.isLoadingError && address.section === 'content' && <BackToList />}
      <Loaded result={item} label="Loading the item" height={['4rem', '24rem']}>
        {(details) =>
          address.view === 'history' ? (
            <History details={details} address={address} />
          ) : (
            <ItemEditor details={details} address={address} />
          )
        }
      </Loaded>
    </>
  )
}
