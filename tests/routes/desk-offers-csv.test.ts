/** Many offers in a spreadsheet, at the desk without scripts: from the list to the file, and back as one change. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findOperation } from '~/desk/find-operation'
import { db } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { importFeed, ownRow } from '../catalog/feed'
import { signedInAtDesk } from '../support/desk'
import { pressConfirm, sendForm } from '../support/desk-forms'

test('the offers of a list become a file, and the edited file is previewed and done', async () => {
  const { visitor } = await signedInAtDesk('catalogue', 'Cato Rao')
  const source = 'desk-sheet'
  await importFeed([ownRow({ title: 'Lamps' }), ownRow({ id: 'c2', title: '=Desks' })], { source })
  const list = await visitor.get(`/Desk/catalogue/list?source=${source}`)
  expect(list.text).toContain('Many at once are edited in a spreadsheet.')
  expect(list.body).toContain(`href="/Desk/catalogue/csv?source=${source}"`)
  expect(list.body).toContain('href="/Desk/catalogue/edit-csv"')

  const preview = await sendForm(visitor, await findOperation('catalogue csv'), { input: { source } })
  expect(preview.text).toContain('Writes 2 offers')
  const made = (await pressConfirm(visitor, preview))!
  const [, path] = /href="([^"]*\/files\/0)"/.exec(made.body)!
  const content = (await visitor.get(path!)).body
  expect(content).toContain("'=Desks")

  const file = (text: string) => ({ input: {}, files: { file: { name: 'offers.csv', content: text } } })
  const edit = await findOperation('catalogue edit-csv')
  const same = await sendForm(visitor, edit, file(content))
  expect(same.text).toContain('None of the 2 offers of the file differs from what is there.')
  const changed = await sendForm(visitor, edit, file(content.replace(',Lamps,', ',Lamps for less,')))
  expect(changed.text).toContain('Edits 1 offer of 2 in the file.')
  expect(changed.text).toMatch(/offer\s+field\s+now\s+then\s+\d+\s+title\s+Lamps\s+Lamps for less/)
  expect((await pressConfirm(visitor, changed))!.text).toContain('Edits 1 offer of 2 in the file.')
  const titles = await db
    .select({ title: campaigns.title })
    .from(campaigns)
    .where(eq(campaigns.source, source))
  expect(titles.map(({ title }) => title).toSorted()).toEqual(['=Desks', 'Lamps for less'])
})
