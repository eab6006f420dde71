import { Stack } from '../../components/layout/Stack'
import { Kiosks } from './Kiosks'
import { WhoIsHere } from './WhoIsHere'

export function Arrivals() {
  return (
    <Stack gap={7}>
      <WhoIsHere />
      <Kiosks />
    </Stack>
  )
}
