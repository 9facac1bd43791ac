import { expect, test } from 'vitest'
import { MOST_SNIPPETS } from '~/domain/support/snippets'
import { addSnippet, listSnippets } from '~/domain/support/snippets.server'
import { ops, opsDone, opsJson, readLastEntry } from './support'

const ASKED = '--name "Asked the store" --text "Hello {name}, we have asked {store}."'

test('a text for replies is added, edited and removed, and the log has what it was', async () => {
  expect(await opsDone(`snippets add ${ASKED}`)).toContain('Done: adds the text ‘Asked the store’.')
  const [{ id }] = (await opsJson('snippets list')) as [{ id: number }]
  expect(await opsDone(`snippets set ${id} --text "Hello {name}: {store} was asked."`)).toContain(
    'Done: changes the text ‘Asked the store’.',
  )
  expect((await readLastEntry()).result).toMatchObject({
    changed: [
      {
        subject: `text ${id}`,
        field: 'text',
        before: 'Hello {name}, we have asked {store}.',
        after: 'Hello {name}: {store} was asked.',
      },
    ],
  })
  expect(await opsDone(`snippets show ${id}`)).toContain('was asked.')
  expect(await opsDone(`snippets remove ${id} --yes`)).toContain('Done: removes the text ‘Asked the store’.')
  expect(await listSnippets()).toEqual([])
  expect((await ops(`snippets show ${id}`)).err).toContain(`There is no text ${id}.`)
})

test('a name that is there, an unknown placeholder and an edit without a change are refused', async () => {
  await opsDone(`snippets add ${ASKED}`)
  const [{ id }] = (await opsJson('snippets list')) as [{ id: number }]
  expect((await ops('snippets add --name "ASKED the store" --text Other')).err).toContain(
    'There is a text of this name already',
  )
  for (const text of ['Hello {nme}', 'Hello {name'])
    expect((await ops(`snippets add --name Other --text "${text}"`)).err).toMatch(
      /^.*\{(nme\})? is no placeholder\. There are: \{name\} is the member’s first name/m,
    )
  expect((await ops(`snippets set ${id} --text "{phone}"`)).err).toContain('{phone} is no placeholder.')
  expect((await ops(`snippets set ${id} --name "Asked the store"`)).err).toContain('Nothing differs')
  await opsDone(`snippets remove ${id} --yes`)
})

test('more than a hundred texts are refused', async () => {
  for (let i = 0; i < MOST_SNIPPETS; i++)
    expect(await addSnippet({ name: `Text ${i}`, body: 'Hello' })).toMatchObject({ ok: true })
  expect(await addSnippet({ name: 'One more', body: 'Hello' })).toEqual({ ok: false, reason: 'too-many' })
})
