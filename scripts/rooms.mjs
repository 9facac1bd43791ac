// The order of imports, in which the house is divided (docs/architecture.md). The lint rule house/imports and its test are made from it.

/** What the shop knows and does, lowest first. Each lies behind fronts in app/domain/. */
export const DOMAINS = [
  'settings',
  'signals',
  'operators',
  'support',
  'outreach',
  'accounts',
  'catalog',
  'wallet',
  'tracking',
  'books',
  'privacy',
  'alerts',
]

/** Rooms of app/, lowest first: each may import itself and those before it. */
export const ORDER = [
  'platform',
  'platform/db',
  'paths',
  'messages',
  'mails',
  ...DOMAINS,
  'desk',
  'http/form',
  'http/browser',
  'http',
  'components/ui',
  'components/document',
  'components',
  'api',
  'routes',
  'top',
]

const SHOP = ['platform/db', ...DOMAINS, 'desk', 'http']

/** Rooms below that are closed all the same: a route asks a domain, and what has no word of the shop asks nobody. Forms could be another application's. @type {Record<string, readonly string[]>} */
const CLOSED = {
  'http/form': ORDER.filter((room) => room !== 'http/form'),
  routes: ['platform/db'],
  'components/ui': SHOP,
  'components/document': SHOP,
}

/** Folders beside app/ that the rule covers, and the rooms that each may import. @type {Record<string, readonly string[]>} */
export const BESIDE_APP = {
  embedded: ['platform', 'platform/db', 'settings'],
  environment: ['platform', 'platform/db', 'settings', 'embedded'],
  // Without the database: its bundle is not the application's, and would open another pool of connections.
  server: ['platform', 'environment'],
  ops: [...ORDER.slice(0, ORDER.indexOf('http/form')), 'environment'],
}

/** Files directly in app/ that belong to a room, by their name up to the first dot; the others put the rooms together. @type {Record<string, string>} */
const FILES = {
  paths: 'paths',
  'edit-paths': 'paths',
  'route-segments': 'paths',
  'background-jobs': 'desk',
  tailwind: 'components',
}

/** The room of a file, a folder, or a module that is imported without its ending. @param {string} file from the project's root, with slashes */
export function findRoom(file) {
  const [first = '', second = '', third = ''] = file.split('/')
  if (first !== 'app') return first
  if (second === 'domain') return third
  if (second === 'http' && third !== 'form') return /\.server(?:\.\w+)?$/.test(file) ? 'http' : 'http/browser'
  const inner = `${second}/${third}`
  if (ORDER.includes(inner)) return inner
  if (third !== '' || ORDER.includes(second)) return second
  return FILES[second.split('.')[0] ?? ''] ?? 'top'
}

/** @param {string} room @param {string} to a room */
export function mayImport(room, to) {
  const beside = BESIDE_APP[room]
  if (beside) return room === to || beside.includes(to)
  const rank = ORDER.indexOf(room)
  return ORDER.includes(to) && rank >= ORDER.indexOf(to) && !CLOSED[room]?.includes(to)
}

/** Whether React and style sheets may be imported. @param {string} room */
export const mayRender = (room) => room === 'mails' || ORDER.indexOf(room) >= ORDER.indexOf('http/form')

/** Whether a folder is private to the file of its name beside it. @param {string} room */
export const hasFronts = (room) => ORDER.includes(room)

/** @param {string} room */
export const isDomain = (room) => DOMAINS.includes(room)
