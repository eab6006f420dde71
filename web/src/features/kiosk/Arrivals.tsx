import { Stack } from '../../components/layout/Stack'
import { Kiosks } from './Kiosks'
import { WhoIsHere } from './WhoIsHere'

/** Arrivals, for staff: who has arrived, and the check-in screens. */
export function Arrivals() {
  return (
    <Stack gap={7}>
      <WhoIsHere />
      <Kiosks />
    </Stack>
  )
}
