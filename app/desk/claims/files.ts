import { NETWORK_NAMES } from '~/platform/config/networks'
import { SealError } from '~/platform/db/seal.server'
import { formatCount } from '~/platform/formats/count'
import { csvLine } from '~/platform/formats/csv'
import { timeForSheets } from '~/platform/formats/dates'
import { formatPlain } from '~/platform/formats/money'
import { nameProof, openProof, type ProofFile } from '~/domain/tracking/claim-proofs.server'
import { listClaimsForNetwork } from '~/domain/tracking/claim-decisions.server'
import { defineJob } from '../define'
import * as field from '../fields'
import { RefusalError } from '../refusal'
import { see } from '../operation'

export const proof = defineJob({
  name: 'claims proof',
  title: 'Take out a proof',
  summary: 'write the file that a member sent, as it came; each opening is logged',
  role: 'support',
  makes: 'proof',
  input: { id: field.id('its number, as its claim shows it', { place: 'argument' }) },
  async run({ id }) {
    const opened = await open(id)
    if (!opened)
      throw new RefusalError(`There is no proof ${id}: a claim shows its own.`, 'id', {
        next: [see('claims list')],
      })
    return {
      effect: `Writes proof ${id} of claim ${opened.claimId}`,
      notes: ['It comes from a member and was not checked: open it apart from this machine.'],
      file: { name: nameProof(opened), content: opened.bytes },
    }
  },
})

async function open(id: number): Promise<ProofFile | null> {
  try {
    return await openProof(id)
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    throw new RefusalError(`Proof ${id} cannot be decrypted with DATA_KEY or DATA_KEYS_OLD.`)
  }
}

const HEADS = [
  'claim',
  'campaign',
  'click_id',
  'click_time (IST)',
  'order_id',
  'order_amount',
  'currency',
  'store',
]

export const exportForNetwork = defineJob({
  name: 'claims export',
  title: 'Export claims for a network',
  summary: 'the received claims about orders, as networks take them (CSV); then note each as sent',
  role: 'support',
  makes: 'claims',
  input: {
    network: field.choice('the network', NETWORK_NAMES, { place: 'argument' }),
    sentToo: field.yes('also those that were sent before and are not answered'),
  },
  async run({ network, sentToo }) {
    const rows = await listClaimsForNetwork(network, sentToo)
    const lines = rows.map((row) =>
      csvLine([
        String(row.id),
        row.campaign,
        row.clickId,
        timeForSheets(row.visitedAt),
        row.orderNumber,
        row.amount === null ? '' : formatPlain(row.amount),
        'INR',
        row.store,
      ]),
    )
    return {
      effect: `Writes ${formatCount(rows.length, 'claim')} for ${network}`,
      notes: ['A spreadsheet changes long order numbers: upload the file as it is.'],
      file: { name: `claims-${network}.csv`, content: csvLine(HEADS) + lines.join('') },
    }
  },
})
