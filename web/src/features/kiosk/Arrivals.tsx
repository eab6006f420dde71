import { Stack } from '../../components/Stack'
import { Kiosks } from './Kiosks'
import { WhoIsHere } from './WhoIsHere'

/** The door, for staff: who is here, and the screens on which athletes check in. */
export function Arrivals() {
  return (
    <Stack gap={7}>
      <WhoIsHere />
      <Kiosks />
    </Stack>
  )
}
