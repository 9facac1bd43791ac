// Which rooms of the house may import which (docs/decisions/0003-import-zones.md). The lint rule house/imports and its test are made from it.

/** Files directly in app/ that are not of the room 'top', by their name up to the first dot. @type {Record<string, string>} */
const TOP_FILES = {
  'background-jobs': 'operations',
  entry: 'frame',
  root: 'frame',
  'root-data': 'root-data',
  routes: 'routes',
  'server-hooks': 'frame',
}
/** Folders of app/ whose room has another name. @type {Record<string, string>} */
const FOLDERS = { layout: 'frame', messages: 'top' }

const TOOLS = ['config', 'formats', 'outbound', 'runtime', 'top']
const BELOW_DOMAINS = [...TOOLS, 'db', 'settings']
/** Views of domains lie with them. */
const VIEWS = ['hydration', 'root-data', 'ui']
const DOMAINS = ['signals', 'support', 'outreach', 'accounts', 'catalog', 'wallet', 'tracking', 'privacy']
const OPERATORS = ['alerts', 'operations', 'operators']

/** Each room and those that it may import, in the order of imports. @type {Record<string, readonly string[]>} */
export const ROOMS = {
  config: TOOLS,
  formats: TOOLS,
  outbound: TOOLS,
  runtime: TOOLS,
  top: TOOLS,
  db: TOOLS,
  settings: [...TOOLS, 'db'],
  operators: BELOW_DOMAINS,
  signals: [...TOOLS, 'db'],
  support: [...TOOLS, 'db'],
  hydration: TOOLS,
  ui: [...TOOLS, 'http/browser', 'hydration'],
  'root-data': [...TOOLS, 'frame'],
  outreach: [...BELOW_DOMAINS, ...VIEWS, 'signals'],
  accounts: [...BELOW_DOMAINS, ...VIEWS, 'signals', 'outreach'],
  catalog: [...BELOW_DOMAINS, ...VIEWS, 'signals', 'outreach', 'accounts'],
  wallet: [...BELOW_DOMAINS, ...VIEWS, 'signals', 'outreach', 'accounts', 'catalog'],
  tracking: [...BELOW_DOMAINS, ...VIEWS, 'signals', 'outreach', 'accounts', 'catalog', 'wallet'],
  privacy: [...BELOW_DOMAINS, ...VIEWS, ...DOMAINS],
  alerts: [...BELOW_DOMAINS, ...DOMAINS],
  operations: [...BELOW_DOMAINS, ...DOMAINS, ...OPERATORS],
  'http/browser': [...TOOLS, 'hydration', 'ui'],
  http: [...TOOLS, 'accounts', 'http/browser', 'hydration', 'ui'],
  desk: [...BELOW_DOMAINS, ...DOMAINS, ...OPERATORS, 'http', 'http/browser', 'hydration', 'ui'],
  offline: [...TOOLS, 'frame', 'http', 'ui', 'scripts'],
  frame: [...BELOW_DOMAINS, ...VIEWS, ...DOMAINS, ...OPERATORS, 'http', 'http/browser', 'offline'],
  pages: [...TOOLS, ...VIEWS, 'accounts', 'catalog', 'wallet', 'frame'],
  api: [...BELOW_DOMAINS, ...DOMAINS, 'http', 'http/browser', 'ui'],
  routes: [
    ...TOOLS,
    ...VIEWS,
    ...DOMAINS,
    'settings',
    'operations',
    'operators',
    'http',
    'http/browser',
    'desk',
    'offline',
    'frame',
    'pages',
    'api',
  ],
  embedded: [...BELOW_DOMAINS],
  environment: [...BELOW_DOMAINS, 'embedded'],
  server: ['config', 'runtime', 'top', 'environment'],
  ops: [...BELOW_DOMAINS, ...DOMAINS, ...OPERATORS, 'frame', 'environment'],
}

/** Of a file, a folder, or a module that is imported without its ending. @param {string} file from the project's root, with slashes */
export function findRoom(file) {
  const [first = '', second = '', third] = file.split('/')
  if (first !== 'app') return first
  const folder = FOLDERS[second] ?? second
  if (third === undefined && folder !== 'http')
    return TOP_FILES[second.split('.')[0] ?? ''] ?? (Object.hasOwn(ROOMS, folder) ? folder : 'top')
  if (second === 'http')
    return third === undefined || /\.server(?:\.\w+)?$/.test(file) ? 'http' : 'http/browser'
  return folder
}
