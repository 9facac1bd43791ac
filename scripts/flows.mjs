// What `npm run figures` follows and counts, as data. Where a tree lacks the first path of an entry, the next one is taken.

/** @import { Flow } from './types' */

/** The tree that this one is compared with. */
export const COMPARED_COMMIT = '854d497'

export const FOLDERS = ['app', 'server', 'ops', 'environment', 'embedded']

/** What a reader need not open on the way: tables, variables, formats, texts, channels of messages, and lists of all commands. */
export const SKIPPED = [
  /^app\/(?:platform\/)?(?:config|formats|db\/schema)\//,
  /^app\/(?:domain\/)?outreach\/(?:email|sms|push)\//,
  /^app\/(?:messages\/|paths\.)/,
  /^app\/(?:operations|desk)\/topics\./,
  /^ops\/(?:alerts|audit|catalogue|demo|images|keys|migrate|networks-test|otp|restored|sweep|work)/,
]

const APPROVE = ['app/desk/withdrawals/approve.ts:approve', 'app/operations/withdrawals/approve.ts:approve']

/** Entries are file:export. @type {Flow[]} */
export const FLOWS = [
  {
    name: 'any request, in server/',
    entries: [
      ['server/handle-request.ts:handleRequest'],
      ['server/remix-handler.ts:createHandler'],
      ['server/application.ts:createApplication'],
    ],
  },
  { name: 'a postback', entries: [['app/routes/machine/postback.ts:action']] },
  { name: 'a withdrawal is requested', entries: [['app/routes/account/wallet.tsx:action']] },
  {
    name: 'a payout is sent',
    entries: [
      ['app/domain/wallet/payout-worker.server.ts:sendNow', 'app/wallet/payout/send-due.server.ts:sendNow'],
    ],
  },
  {
    name: 'withdrawals approve, by command',
    entries: [
      ['ops/run-command.ts:runCommand'],
      ['ops/operation-command.ts:createOperationCommand'],
      APPROVE,
    ],
  },
  {
    name: 'withdrawals approve, at the desk',
    entries: [
      ['app/routes/desk/operation.tsx:action'],
      ['app/routes/desk/draft.tsx:action'],
      APPROVE,
      ['app/desk/work-queue.server.ts:workQueue', 'app/operations/work-queue.server.ts:workQueue'],
    ],
  },
  {
    name: 'withdrawals approve, its pages',
    entries: ['draft', 'withdrawals'].flatMap((page) =>
      ['loader', 'default'].map((name) => [`app/routes/desk/${page}.tsx:${name}`]),
    ),
  },
]

/** Rooms whose files are counted as the inside of a domain. */
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
