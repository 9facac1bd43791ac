import { createElement, Suspense } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { renderHtml } from '~/http/render-html.server'

test('multi-byte characters are complete wherever a React buffer ends', async () => {
  const lines = Array.from({ length: 3000 }, (_, at) =>
    createElement('b', { key: at }, `${'x'.repeat(at % 7)}₹é😀`),
  )
  const page = createElement('p', null, lines)
  expect(await renderHtml(page)).toBe(renderToStaticMarkup(page))
})

test('an error of a component rejects the page, also inside a boundary', async () => {
  const error = new Error('broken')
  const Broken = () => {
    throw error
  }
  const inside = createElement(Suspense, { fallback: 'wait' }, createElement(Broken))
  await expect(renderHtml(createElement(Broken))).rejects.toBe(error)
  await expect(renderHtml(createElement('p', null, inside))).rejects.toBe(error)
})
