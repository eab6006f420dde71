import { render, screen } from '../../../test/kit'
import { expect, it } from 'vitest'
import speed from '../../../../../content/items/test-speed.json'
import { SixTests } from './SixTests'

const show = (link: object) => {
  const tests = { elementType: 'reference', values: [speed] }
  const elements = { tests, link: { elementType: 'link', linkText: 'Read more', ...link } }
  render(<SixTests item={{ id: 'six', name: '', typeId: 'six-tests', type: '', elements }} />)
}

const card = () => screen.getByRole('link', { name: /Speed/ }).getAttribute('href')

it.each([{ linkURL: '/news#six' }, { action: 'scroll', target: 'six' }])(
  'leads each card to its explanation, wherever the button below leads: %o',
  (link) => {
    show(link)
    screen.getByRole('link', { name: 'Read more' })
    expect(card()).toBe('/en-gb/my-account-about-the-tests#speed')
  },
)
