import { renderQueried, screen } from '../../test/kit'
import { expect, it } from 'vitest'
import { FirstDay } from './FirstDay'
import type { SetupCheck, SetupItem } from './api'

const checkOf = (check: string, done = false): SetupCheck => ({
  check: check as SetupItem,
  confirmable: false,
  done,
})

it('lists what is missing, and leaves out a check of a newer server', () => {
  renderQueried(<FirstDay setup={[checkOf('SEASON', true), checkOf('EVENT'), checkOf('LATER')]} />)
  screen.getByText('1 of 2 done')
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  screen.getByText('Say where your academy is')
})

it('is gone once only an unknown check is open', () => {
  renderQueried(<FirstDay setup={[checkOf('SEASON', true), checkOf('LATER')]} />)
  expect(screen.queryByRole('region')).toBeNull()
})
