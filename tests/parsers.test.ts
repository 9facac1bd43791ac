import fs from 'node:fs'
import { expect, test } from 'vitest'

/** Modules that pass request data to listed parsers, or read only values of limited length. */
const HANDING_ON = [
  'app/api/refuse.server.ts',
  'app/api/serve.server.ts',
  'app/catalog/feeds/read-awin.server.ts',
  'app/catalog/search/suggestions.ts',
  'app/http/client-action.ts',
  'app/http/failed-form.server.ts',
  'app/http/image-response.server.ts',
  'app/http/referral-cookie.server.ts',
  'app/http/auth-flow.server.ts',
  'app/http/image-response.server.ts',
  'app/http/referral-cookie.server.ts',
  'app/http/session.server.ts',
  'app/layout/dialog-data.server.ts',
  'app/tracking/senders.server.ts',
  'app/tracking/tracking-url.ts',
  'server/handle-request.ts',
  'server/collect-body.ts',
  'server/application.ts',
  'server/overload.ts',
  'server/cache/lifetime.ts',
  'server/cors.ts',
  'server/failures.ts',
  'server/images.ts',
  'app/http/desk-address.server.ts',
  'app/http/form-token.server.ts',
  'app/layout/root-data.server.ts',
  'environment/metrics/listen.ts',
  'server/record-failures.ts',
  'server/refuse.ts',
  'server/remix-handler.ts',
  'server/send-page.ts',
]

test('every module that reads requests is measured by `npm run bench -- parsers`, or passes them on unparsed', () => {
  const table = fs
    .readdirSync('bench')
    .filter((name) => name.startsWith('parsers'))
    .map((name) => fs.readFileSync(`bench/${name}`, 'utf8'))
    .join('')
  const readers = [
    'app/http',
    'app/api',
    'app/layout',
    'app/catalog',
    'app/accounts',
    'app/tracking',
    'app/wallet',
    'server',
  ]
    .flatMap((folder) =>
      fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .filter((file) => file.endsWith('.ts'))
    .filter((file) =>
      /(?:request|incoming)\.(?:headers|url|formData|text|json|body)\b|headers\.get\(|\.searchParams\b/.test(
        fs.readFileSync(file, 'utf8'),
      ),
    )
    .filter((file) => !HANDING_ON.includes(file))
  const missing = readers.filter((file) => {
    const module = file
      .replace(/^app\//, '~/')
      .replace(/^server\//, '../server/')
      .replace(/\.ts$/, '')
    return !table.includes(`'${module}'`)
  })
  expect(missing).toEqual([])
})
