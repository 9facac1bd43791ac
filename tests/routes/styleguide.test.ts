import fs from 'node:fs'
import { describe, expect, test, vi } from 'vitest'

/** Loads the build again in this environment. */
async function ask(NODE_ENV: string) {
  vi.resetModules()
  vi.stubEnv('NODE_ENV', NODE_ENV)
  const { newVisitor } = await import('../support/app')
  return newVisitor().get('/styleguide')
}

describe('/styleguide', () => {
  test('is 404 in production', async () => {
    const page = await ask('production')
    expect(page.status).toBe(404)
    expect(page.text).toContain('Page not found')
    expect(page.text).not.toContain('Style guide')
  })
})

test('the style guide shows every component of ui/', () => {
  const folder = 'app/routes/styleguide'
  const guide = fs
    .readdirSync(folder)
    .map((name) => fs.readFileSync(`${folder}/${name}`, 'utf8'))
    .join('\n')
  const parts = fs.readdirSync('app/components/ui').filter((name) => name.endsWith('.tsx'))
  // The dialog is represented by a link that opens it, a panel page cannot be within a page; the others have no look.
  const missing = parts.filter((name) => !guide.includes(`~/components/ui/${name.replace('.tsx', '')}'`))
  expect(missing).toEqual(['dialog.tsx', 'page-style.tsx', 'panel-page.tsx', 'scroll-positions.tsx'])
  expect(guide).toContain('<DialogLink')
})
