import { describeAnswer, statements, getStatus, type Statement } from './statement'
import { buy } from './traveller'

const seeType =
  (path: string): Statement['see'] =>
  async (walk) =>
    (await walk.page(path)).headers.get('Content-Type')?.split(';')[0]

export const programs: Statement[] = [
  ...statements('For programs', [
    ['a pending sale is answered by 200', async (walk) => getStatus((await buy(walk)).pending), 200],
    ['a confirmed sale is answered by 200', async (walk) => getStatus((await buy(walk)).approved), 200],
    ['a repeated report is answered by 200', async (walk) => getStatus((await buy(walk)).again), 200],
    [
      'a wrong secret is 403',
      async (walk) => getStatus(await walk.page('/postback/trackier/wrong?p1=x&conversion_id=1')),
      403,
    ],
    [
      'an unknown provider is 404',
      async (walk) =>
        (
          await walk.raw('/webhooks/nobody', {
            method: 'POST',
            body: '{}',
            headers: { 'Content-Type': 'application/json' },
          })
        ).status,
      404,
    ],
    [
      '/suggestions is JSON',
      async (walk) =>
        JSON.stringify(JSON.parse((await walk.page('/suggestions?q=voltwala')).body)).includes('Voltwala'),
      true,
    ],
    ['/robots.txt is text', seeType('/robots.txt'), 'text/plain'],
    [
      '/robots.txt names the sitemap',
      async (walk) => (await walk.page('/robots.txt')).body.includes('/sitemap.xml'),
      true,
    ],
    ['/sitemap.xml is XML', seeType('/sitemap.xml'), 'application/xml'],
    [
      '/sitemap.xml has the stores',
      async (walk) => (await walk.page('/sitemap.xml')).body.includes('/Offers/voltwala'),
      true,
    ],
    ['/service-worker.js is a script', seeType('/service-worker.js'), 'text/javascript'],
    [
      '/speculation-rules.json has its type',
      seeType('/speculation-rules.json'),
      'application/speculationrules+json',
    ],
    ['/api/docs is a page', async (walk) => getStatus(await walk.page('/api/docs')), 200],
    ['/styleguide is not served', async (walk) => getStatus(await walk.page('/styleguide')), 404],
    [
      'a deeper path of one word goes home',
      async (walk) => describeAnswer(await walk.page('/nothing-here')),
      [302, '/'],
    ],
  ]),
  ...['/healthz', '/readyz'].map((path): Statement => ({
    section: 'For programs',
    text: `${path} is 200 while the database answers`,
    see: async (walk) => getStatus(await walk.page(path)),
    right: 200,
    ownServer: 'it answers before the router',
  })),
]
