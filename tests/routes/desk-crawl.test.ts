/** Every page of the desk that a link leads to, by each role: no dead end, and no error before anything is typed. */
import { beforeAll, describe, expect, test } from 'vitest'
import { listFields } from '~/desk/command-text'
import { listOperations } from '~/desk/find-operation'
import { NETWORK_NAMES, networks } from '~/platform/config/networks'
import { SETTING_NAMES } from '~/platform/config/setting-values'
import { CHART } from '~/domain/wallet/ledger'
import { ROLES, type Role } from '~/desk/roles'
import { isReading } from '~/http/desk/views/frame.server'
import { formatFormName } from '~/http/desk/views/labels'
import { buildOperationPath } from '~/http/desk/views/paths'
import { seedDemo } from '../../ops/demo-seed'
import { file, ops, opsDone } from '../ops/support'
import type { Answer, Visitor } from '../support/app'
import { signedInAtDesk } from '../support/desk'

const operations = await listOperations()
const visitors = {} as Record<Role, Visitor>

const OFFER = { id: 'w1', title: 'Kettle', brand: 'Ketli House', url: 'https://ketli.example/1' }

/** So that most lists have a first row. */
async function fillLists(): Promise<void> {
  await seedDemo()
  const feed = file('waits.json', JSON.stringify([{ ...OFFER, payout: '40%' }]))
  await ops(`catalogue import ${feed}`)
  await opsDone('settings set MOST_LOSS_A_SALE 9000 --reason larger --yes')
  await ops('shortlinks add diwali /Offers')
  await ops('notes add --member 1 "A call"')
}

beforeAll(async () => {
  for (const role of ROLES) visitors[role] = (await signedInAtDesk(role)).visitor
  await fillLists()
}, 60_000)

const readLinks = ({ body }: Answer): string[] =>
  [...body.matchAll(/<a [^>]*href="(\/Desk[^"#]*)"/gi)].map(([, path]) => path!.replaceAll('&amp;', '&'))

/** Pages of one operation with the same fields in their address are one kind, of which the first is opened. */
function toKind(path: string): string {
  const { pathname, searchParams } = new URL(path, 'https://desk.example')
  const last = pathname.replace(/\/(?:\d+|[\da-f-]{36})(?=\/|$)/gi, '/N')
  return `${last}?${[...new Set(searchParams.keys())].toSorted().join('&')}`
}

/** The log shows what was typed in a terminal, and a report what a network sent. */
const VERBATIM = /^\/Desk\/(?:log\b|postbacks\/show)/i

/** Settings, and accounts of the books, have the same names everywhere. */
const NAMES: readonly string[] = [...SETTING_NAMES, ...Object.keys(CHART)]

/** What a network fills in is copied as it is. */
const ADDRESSES = NETWORK_NAMES.flatMap((name) => networks[name].macros || [])

/** What only a reader of a terminal or of the database knows. A column of a file, which somebody types, is before '='. */
const TERMINAL = [
  /(?<![\w-])--[a-z][\w-]*/,
  /`/,
  /\b[a-z]+(?:_[a-z]+)+\b(?!=)/,
  new RegExp(`<code>(?:${operations.map(({ name }) => name).join('|')})\\b`),
]

function listTerminalTexts(path: string, { text, body }: Answer): string[] {
  if (VERBATIM.test(path)) return []
  const words = ADDRESSES.reduce((rest, macros) => rest.replaceAll(macros, ''), text)
  return TERMINAL.flatMap((pattern) => [
    ...(pattern.source.startsWith('<') ? body : words).matchAll(new RegExp(pattern, 'g')),
  ])
    .filter(([found]) => !NAMES.includes(found))
    .map(({ input, index }) => input.slice(Math.max(0, index - 60), index + 60))
}

interface Found {
  path: string
  from: string
  status: number
  error: string | null
  texts: string[]
}

const findError = ({ body }: Answer): string | null =>
  /class="(?:field-error|desk-refusal)"[^>]*>(.{0,200})/s.exec(body)?.[1] ?? null

async function crawl(visitor: Visitor): Promise<{ pages: number; kinds: Set<string>; problems: Found[] }> {
  const queue: [path: string, from: string][] = [['/Desk', 'the start']]
  const kinds = new Set<string>()
  const problems: Found[] = []
  let pages = 0
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [path, from] = next
    const page = await visitor.get(path)
    pages++
    const error = findError(page)
    const texts = listTerminalTexts(path, page)
    if (page.status >= 400 || error !== null || texts.length)
      problems.push({ path, from, status: page.status, error, texts })
    const links = readLinks(page.location ? await visitor.follow(page) : page)
    for (const link of links) {
      const kind = toKind(link)
      if (kinds.has(kind)) continue
      kinds.add(kind)
      queue.push([link, path])
    }
  }
  return { pages, kinds, problems }
}

const FEWEST_PAGES: Record<Role, number> = {
  viewer: 25,
  catalogue: 40,
  support: 60,
  finance: 100,
  owner: 150,
}

test.each(ROLES)(
  'no link that a %s sees is a dead end, no form has an error on arrival, and no text is for a terminal',
  async (role) => {
    const { pages, kinds, problems } = await crawl(visitors[role])
    expect(problems).toEqual([])
    expect(pages).toBeGreaterThan(FEWEST_PAGES[role])
    if (role === 'owner')
      for (const kind of [
        '/Desk/settings/show?name',
        '/Desk/settings/approve?id',
        '/Desk/users/show?user',
        '/Desk/claims/show?id',
      ])
        expect(kinds).toContain(kind)
  },
)

/** Fits the field, and mostly names nothing that exists. */
function fillIn([, { kind, choices }]: ReturnType<typeof listFields>[number]): string {
  const values: Partial<Record<typeof kind, string>> = { day: '2026-11-02', month: '2026-10', yes: 'yes' }
  return choices?.[0] ?? values[kind] ?? (kind === 'text' ? 'No such thing' : '987654')
}

const withoutFile = operations.filter((one) => listFields(one).every(([, { kind }]) => kind !== 'file'))

describe('a form that is sent', () => {
  test.for(withoutFile.map((one) => [one.name, one] as const))(
    'for %s is answered without words of a terminal',
    async ([name, operation]) => {
      const path = buildOperationPath(name)
      const fields = listFields(operation).filter(([, { atDesk }]) => atDesk !== 'absent')
      for (const sent of [
        fields,
        fields.filter(([, { isRequired, atDesk }]) => isRequired || atDesk === 'required'),
      ]) {
        const values = sent.map((field): [string, string] => [field[0], fillIn(field)])
        const answer = isReading(operation)
          ? await visitors.owner.get(`${path}?${new URLSearchParams(values).toString()}`)
          : await visitors.owner.follow(
              await visitors.owner.post(path, {
                ...Object.fromEntries(values.map(([field, value]) => [formatFormName(field), value])),
                from: path,
              }),
            )
        expect([name, answer.status, listTerminalTexts(path, answer)]).toEqual([name, expect.any(Number), []])
      }
    },
  )
})

const withFile = operations.filter((one) => listFields(one).some(([, { kind }]) => kind === 'file'))

describe('a file that is sent through the page', () => {
  test.for(withFile.map((one) => [one.name, one] as const))('of %s is read', async ([name, operation]) => {
    const path = buildOperationPath(name)
    const page = await visitors.owner.get(path)
    expect(page.body).toMatch(/enctype="multipart\/form-data"/i)
    const body = new FormData()
    for (const [field, { kind, choices, isRequired }] of listFields(operation))
      if (kind === 'file')
        body.append(formatFormName(field), new File(['id,status\n1,approved\n'], 'sent.csv'))
      else if (isRequired) body.append(formatFormName(field), choices?.[0] ?? '1')
    body.append('from', path)
    const sent = await visitors.owner.request(path, {
      method: 'POST',
      body,
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    const answer = await visitors.owner.follow(sent)
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain('Please fill in this field.')
    // A picture that is refused leaves the form.
    expect(answer.text).toMatch(
      isReading(operation)
        ? /sent\.csv|the same|difference/
        : /sent\.csv|It must be a JPEG, PNG or WebP picture/,
    )
  })
})

test('the statement of a network is compared at the desk', async () => {
  const path = buildOperationPath('networks statement')
  const body = new FormData()
  body.append(formatFormName('network'), 'trackier')
  body.append(formatFormName('invoice'), 'yes')
  body.append(
    formatFormName('file'),
    new File(['conversion_id,sale_amount,payout\nNEVER-1,100,10\n'], 'november.csv'),
  )
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  const sent = await visitors.owner.request(path, { method: 'POST', body, headers })
  const answer = await visitors.owner.follow(sent)
  expect(answer.text).toMatch(/The file and our sales differ\./)
  expect(answer.text).toContain('NEVER-1')
  expect((await visitors.owner.get(`${path}?network=trackier`)).text).not.toContain(
    'Please fill in this field.',
  )
})
