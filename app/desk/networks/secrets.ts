import { NETWORK_NAMES } from '~/platform/config/networks'
import { formatCount } from '~/platform/formats/count'
import {
  findOrigin,
  isEnvironmentOfServers,
  listRunningServers,
  buildPostbackUrl,
} from '~/domain/tracking/networks.server'
import { endSecrets, makeSecret, WHICH_SECRETS } from '~/domain/tracking/network-secrets.server'
import { noteChange } from '../changed'
import type { Fact } from '../columns'
import { defineChange } from '../define'
import * as field from '../fields'
import { see } from '../operation'
import { RefusalError, requireDone } from '../refusal'

const MOST_HOURS = 30 * 24

const network = field.choice('the network', NETWORK_NAMES, { place: 'argument' })

/** Each run makes another secret, and what was shown is stored nowhere: the preview must not show one. */
const showOnce = (name: string, value: string): Fact => ({
  name,
  kind: 'text',
  value,
  isAssigned: true,
  isOnce: true,
})

const formatFormer = (former: number, hours: number): string => {
  if (former === 0) return 'it had none'
  const which = former === 1 ? 'the former one is' : `the ${former} former ones are`
  return hours === 0
    ? `${which} refused from now on`
    : `${which} accepted for ${formatCount(hours, 'more hour')}`
}

export const secret = defineChange({
  name: 'networks secret',
  title: 'Make a network’s secret',
  summary: 'make the secret of the address to which a network reports sales, or replace it; it is shown once',
  role: 'owner',
  confirm: 'ask',
  needsSecondPerson: () => 'Who knows the secret can report sales.',
  input: {
    network,
    formerHours: field.wholeNumber(
      'for how many hours the former secret is accepted as well; 0 after a leak',
      {
        least: 0,
        most: MOST_HOURS,
      },
    ),
  },
  examples: ['networks secret impact --former-hours 72', 'networks secret impact --former-hours 0'],
  async run({ network, formerHours }, { by }, tx) {
    if (!(await isEnvironmentOfServers(network, tx)))
      throw new RefusalError(
        `A running server has a secret of ${network} in its environment that this command does not know, and which would end at once. Give the command the environment of the server.`,
        'network',
      )
    const { secret, former } = await makeSecret(network, formerHours, by, tx)
    const origin = findOrigin(await listRunningServers(tx))
    return {
      effect: `Makes a secret for ${network}; ${formatFormer(former, formerHours)}`,
      facts: [
        showOnce('secret', secret),
        showOnce('postback_address', buildPostbackUrl(network, secret, origin)),
      ],
      notes: [
        `Give the address to ${network}. It is shown once: who has lost it makes another secret.`,
        'The servers accept it within seconds. Variables of this network’s secret have no effect from now on.',
      ],
      next: [see('networks try', { network }), see('networks show', { network })],
      changed: [noteChange(`network ${network}`, 'secret', former ? '…' : null, '…')],
    }
  },
})

export const endSecret = defineChange({
  name: 'networks end-secret',
  title: 'End a network’s secret',
  summary: 'refuse the former secrets of a network at once, or all of them, which closes it',
  role: 'owner',
  confirm: 'ask',
  input: {
    network,
    which: field.choice('the former ones, or all: then no report of the network is accepted', WHICH_SECRETS, {
      place: 'argument',
    }),
  },
  examples: ['networks end-secret impact former', 'networks end-secret impact all'],
  async run({ network, which }, _, tx) {
    const { ended } = requireDone(await endSecrets(network, which, tx), 'which', {
      none: `${network} has no ${which === 'former' ? 'former ' : ''}secret that is accepted.`,
      variable: `The former secret of ${network} is the variable ${network.toUpperCase()}_SECRET_OLD, and ends with it.`,
    })
    const secrets = formatCount(ended, 'secret')
    const refused =
      which === 'former'
        ? secrets.replace(' ', ' former ')
        : ended
          ? `${secrets}, and every report`
          : 'every report'
    return {
      effect: `Refuses ${refused} of ${network} from now on`,
      notes: ['Reports that came meanwhile are found with the network’s own report of sales.'],
      next: [
        see('networks show', { network }),
        see('conversions reconcile', { network }),
        ...(which === 'all' ? [see('networks secret', { network })] : []),
      ],
      changed: [noteChange(`network ${network}`, 'secret', '…', which === 'all' ? null : '…')],
    }
  },
})
