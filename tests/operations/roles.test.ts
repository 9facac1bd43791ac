/** Roles x cells: what each role may do, and which cells it sees. */
import { expect, test } from 'vitest'
import { formatCell, isMasked, maskCell, type CellKind } from '~/desk/cells'
import { listOperations } from '~/desk/find-operation'
import { mayDo, ROLES, type Role } from '~/desk/roles'
import { MAY } from '../support/may-do'

const HIDDEN = '••••'
const VALUES: Record<string, string> = {
  name: 'Asha Verma',
  email: 'asha@mail.example',
  phone: '+919000000001',
  account: '123456789012',
  hint: 'as•••@okbank',
  words: 'Call +919000000001',
}

type Seen = [plain: string, uncovered: string]

/** What a role that may see members sees, without and with uncovering; others see only that there is a value. */
const SEEN: Record<keyof typeof VALUES, Seen> = {
  name: ['Asha Verma', 'Asha Verma'],
  email: ['as•••@mail.example', 'asha@mail.example'],
  hint: ['as•••@okbank', 'as•••@okbank'],
  phone: ['••••0001', '+919000000001'],
  words: ['Call ••••••0001', 'Call +919000000001'],
  account: ['••••9012', '123456789012'],
}

function findSeen(kind: CellKind, role: Role): Seen {
  if (role === 'viewer' || role === 'catalogue') return [HIDDEN, HIDDEN]
  return kind === 'account' && role === 'support' ? ['••••9012', '••••9012'] : SEEN[kind]!
}

test.each(Object.keys(VALUES).flatMap((kind) => ROLES.map((role) => [kind as CellKind, role] as const)))(
  'a cell of kind %s is masked for the role %s',
  (kind, role) => {
    const see = (uncovers: boolean) => formatCell(kind, maskCell(kind, VALUES[kind], { role, uncovers }))
    expect([see(false), see(true)]).toEqual(findSeen(kind, role))
  },
)

test('each kind of cell that is masked is in this table', () => {
  const kinds: CellKind[] = ['name', 'email', 'phone', 'account', 'hint', 'words']
  expect(kinds.every(isMasked)).toBe(true)
  expect(Object.keys(VALUES).toSorted()).toEqual(kinds.toSorted())
})

test.each(ROLES)('what needs the role %s is done by its roles and by no other', (needed) => {
  expect(ROLES.filter((role) => mayDo(role, needed))).toEqual(
    ROLES.filter((role) => MAY[needed].includes(role)),
  )
})

test('no operation for viewers or the catalogue has a column with personal data', async () => {
  const shown = (await listOperations()).flatMap((operation) =>
    operation.kind === 'list' && (operation.role === 'viewer' || operation.role === 'catalogue')
      ? operation.columns
          .filter(({ kind }) => isMasked(kind))
          .map((column) => `${operation.name}: ${column.name}`)
      : [],
  )
  expect(shown).toEqual([])
})
