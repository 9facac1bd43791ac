import { expect, test } from 'vitest'
import { LOGO_WIDTHS, parseVariant, buildSrcSet, listVariantNames } from '~/domain/catalog/images'

const HASH = '0123456789abcdef0123456789abcdef'

test('each variant of an image has its own name, which is parsed back', () => {
  const names = listVariantNames(HASH)
  expect(names).toHaveLength(8)
  const variants = names.map((name) => parseVariant(name)!)
  expect(variants.map(({ hash, width, format }) => `${hash}-${width}.${format}`)).toEqual(names)
  expect(new Set(names).size).toBe(8)
})

test('a srcset lists the widths of one format', () => {
  expect(buildSrcSet('/img/x', 'avif', LOGO_WIDTHS)).toBe(
    '/img/x-64.avif 64w, /img/x-128.avif 128w, /img/x-256.avif 256w',
  )
})

test.each([
  '',
  HASH,
  `${HASH}-64`,
  `${HASH}-65.avif`,
  `${HASH}-0064.avif`,
  `${HASH}-64000.avif`,
  `${HASH}-64.png`,
  `${HASH}-64.AVIF`,
  `${HASH}-64.avif.tmp`,
  `${HASH}-64.avif\n`,
  ` ${HASH}-64.avif`,
  `${HASH.toUpperCase()}-64.avif`,
  `${HASH}0-64.avif`,
  `../${HASH}-64.avif`,
  '../../../etc/passwd',
  `..%2f${HASH}-64.avif`,
])('%j names no image', (name) => {
  expect(parseVariant(name)).toBeNull()
})
