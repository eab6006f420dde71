import { render, screen } from '../../test/kit'
import { describe, expect, it } from 'vitest'
import { Picture } from './Picture'

const image = {
  url: '/api/content/l/delivery/v1/images/a1/900',
  width: 900,
  height: 450,
  widths: [320, 480, 768, 900],
  altText: 'A running track',
}

describe('Picture', () => {
  it('offers every width, keeps its place and waits until it comes near', () => {
    render(<Picture image={image} sizes="100vw" />)
    const img = screen.getByRole('img', { name: 'A running track' })
    expect(img.getAttribute('srcset')).toBe(
      [320, 480, 768, 900]
        .map((width) => `/api/content/l/delivery/v1/images/a1/${width} ${width}w`)
        .join(', '),
    )
    expect([img.getAttribute('width'), img.getAttribute('height')]).toEqual(['900', '450'])
    expect(img.getAttribute('loading')).toBe('lazy')
  })

  it('is fetched at once where it is seen at once', () => {
    render(<Picture image={image} sizes="8rem" priority />)
    expect(screen.getByRole('img').getAttribute('loading')).toBe('eager')
  })

  it('shows nothing of a picture without renditions', () => {
    const { container } = render(<Picture image={{ ...image, widths: [] }} sizes="100vw" />)
    expect(container.innerHTML).toBe('')
  })
})
