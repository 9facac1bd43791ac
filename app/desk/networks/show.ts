import { NETWORK_NAMES } from '~/platform/config/networks'
import { listNetworks, type ListedNetwork } from '~/domain/tracking/networks.server'
import { describeColumns, describeRow, describeRows } from '../columns'
import { defineRecord } from '../define'
import * as field from '../fields'
import { listIf, see } from '../operation'
import { NETWORK_COLUMNS } from './list'

type StoredSecret = ListedNetwork['stored'][number]

const secret = describeColumns<StoredSecret>()
const SECRET_COLUMNS = [
  secret.state('state', ({ endsAt }) => {
    if (endsAt === null) return 'current'
    return endsAt > new Date() ? 'accepted as well' : 'ended'
  }),
  secret.time('since', ({ createdAt }) => createdAt),
  secret.text('made_by', ({ madeBy }) => madeBy, { title: 'by' }),
  secret.time('until', ({ endsAt }) => endsAt),
  secret.time('used_at', ({ usedAt }) => usedAt, {
    title: 'last used',
    screen: ({ usedAt }) => usedAt ?? 'never',
  }),
]

const address = describeColumns<ListedNetwork>()

export const show = defineRecord({
  name: 'networks show',
  title: 'Network',
  summary: 'a network: whether its reports are accepted, its secrets without their text, its address',
  role: 'support',
  input: { network: field.choice('the network', NETWORK_NAMES, { place: 'argument' }) },
  async read({ network }) {
    const found = (await listNetworks()).find((each) => each.network === network)!
    const { stored, open } = found
    return {
      title: `Network ${network}`,
      facts: [
        ...describeRow(NETWORK_COLUMNS, found).filter(({ name }) => name !== 'network'),
        ...describeRow([address.text('postback_address', ({ url }) => url)], found),
      ],
      tables: [
        describeRows('secrets', SECRET_COLUMNS, stored, {
          none: open
            ? 'Its secret is a variable of the server. The next one can be made here.'
            : 'It has no secret, and its reports are refused.',
        }),
      ],
      notes: listIf(
        stored.length,
        'In the address, SECRET is the part that was shown when the secret was made.',
      ),
      next: [
        see('networks secret', { network }),
        ...(open ? [see('networks try', { network }), see('networks end-secret', { network })] : []),
        see('postbacks list', { network }),
        see('networks statement', { network }),
        see('networks owed'),
      ],
    }
  },
})
