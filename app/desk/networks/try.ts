import { NETWORK_NAMES } from '~/platform/config/networks'
import { env } from '~/platform/config/env.server'
import { listSecrets } from '~/domain/tracking/network-secrets.server'
import { findOrigin, listRunningServers } from '~/domain/tracking/networks.server'
import { listKeys } from '~/domain/tracking/senders.server'
import { NoAnswer, sendTest, type TestAnswer } from '~/domain/tracking/test-postbacks.server'
import { defineReport } from '../define'
import * as field from '../fields'
import { see, type Answer } from '../operation'
import { RefusalError } from '../refusal'

const isRead = ({ status, test }: TestAnswer): boolean => status === 200 && test === 'read'

function explain({ status, test }: TestAnswer): string {
  if (status === 403)
    return 'It was refused: the server knows another secret or key, or accepts this network only from its own addresses.'
  if (status !== 200) return `The server answered with ${status}; networks want 200.`
  return test === null
    ? 'What answered knows no test reports: the address of the shop may lead elsewhere.'
    : `The server took it, and could not read it: ${test}.`
}

export const tryReport = defineReport({
  name: 'networks try',
  title: 'Send a test report',
  summary: 'report a sale to the shop as the network would, with its secret; nothing is stored or credited',
  role: 'owner',
  input: {
    network: field.choice('the network', NETWORK_NAMES, { place: 'argument' }),
    former: field.yes('with the newest former secret'),
  },
  examples: ['networks try impact', 'networks try impact --former'],
  async read({ network, former }): Promise<Answer> {
    const at = former ? 1 : 0
    const secret = (await listSecrets(network))[at]
    if (secret === undefined)
      throw new RefusalError(
        `${network} has no ${former ? 'former ' : ''}secret that is accepted.`,
        former ? 'former' : 'network',
        { next: [see('networks secret', { network })] },
      )
    const keys = listKeys(network)
    const origin = findOrigin(await listRunningServers())
    const sample = {
      network,
      secret,
      key: keys[at] ?? keys[0],
      post: false,
      origin,
      host: new URL(env().publicOrigin).host,
    }
    const sent = await sendTest(sample).catch((error: unknown) => {
      if (error instanceof NoAnswer) return error
      throw error
    })
    const title = `Test report of ${network}`
    const next = [see('networks show', { network })]
    if (sent instanceof NoAnswer) return { title, problems: [sent.message], next }
    const { request, answer } = sent
    return {
      title,
      facts: [
        { name: 'sent', kind: 'text', value: request.url },
        { name: 'answer', kind: 'text', value: `${answer.status} ${answer.body}`.trim() },
      ],
      notes: isRead(answer)
        ? [
            'The server took it and read it as a pending sale of Rs. 1,000.00. It is a test: nothing is stored.',
          ]
        : [],
      problems: isRead(answer) ? [] : [explain(answer)],
      next,
    }
  },
})
