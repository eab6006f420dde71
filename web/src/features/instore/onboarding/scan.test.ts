// @vitest-environment node
// Our own reader reads what our own tickets show.
import { decodeQR } from 'qr/decode.js'
import { encode } from 'uqr'
import { expect, it } from 'vitest'

const SCALE = 6

it.each(['7K3QXM', '0000ZZ'])('the QR code of ticket %s', (code) => {
  const { data: modules, size } = encode(code, { border: 4 })
  const side = size * SCALE
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      if (!modules[Math.floor(y / SCALE)]?.[Math.floor(x / SCALE)]) continue
      data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
    }
  }
  expect(decodeQR({ width: side, height: side, data })).toBe(code)
})
