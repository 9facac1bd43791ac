import { CLAIM_KINDS, CLAIM_STATES } from '~/platform/db/schema/claims'
import { computePromisedCashback } from '~/domain/tracking/claim-decisions.server'
import { listClaimPage } from '~/domain/tracking/read-claims.server'
import { db } from '~/platform/db/client.server'
import { paise } from '~/platform/formats/money'
import {
  CLAIM_COLUMNS,
  describeCaseSales,
  claimNumber,
  MESSAGE_COLUMNS,
  PROOF_COLUMNS,
  requireClaim,
} from './claim-columns'
import { credit, goodwill } from './claims/credit'
import { exportForNetwork, proof } from './claims/files'
import { answer, answerEach, decline, listClaimSteps, mayAnswer, send, sendEach } from './claim-steps'
import { describeRows, describeWhole } from './columns'
import { defineList, defineRecord } from './define'
import * as field from './fields'
import { readFilter } from './lookups.server'
import { see, type Topic } from './operation'

const list = defineList({
  name: 'claims list',
  title: 'Claims',
  summary: 'newest first',
  role: 'support',
  input: {
    state: field.choice('only those in one state', CLAIM_STATES).optional(),
    kind: field.choice('only those of one kind', CLAIM_KINDS).optional(),
    member: field.member('only of one member').optional(),
    store: field.store('only about visits to one store').optional(),
    late: field.yes('only those whose promised date has passed'),
    waiting: field.yes('only those whose last word is the member’s'),
    unreported: field.yes('only credited ones that no network has reported since'),
    ...field.days('received'),
  },
  one: 'claim',
  starts: [see('visits list')],
  columns: CLAIM_COLUMNS,
  read: async ({ state, kind, late, waiting, unreported, ...filter }, page) =>
    listClaimPage({ state, kind, late, waiting, unreported, ...(await readFilter(filter)) }, page),
  key: ({ id: claimId }) => claimId,
})

const show = defineRecord({
  name: 'claims show',
  title: 'Claim',
  summary: 'one claim with its thread and proofs, the visit’s sales and like sales of the member',
  role: 'support',
  input: { id: claimNumber },
  async read({ id: claimId }, { role }) {
    const claim = await requireClaim(claimId, db)
    const promise =
      claim.amount_paise === null ? null : await computePromisedCashback(claimId, paise(claim.amount_paise))
    const { withdrawal } = claim
    return {
      facts: [
        ...describeWhole(CLAIM_COLUMNS, claim),
        { name: 'username', title: 'name', kind: 'name', value: claim.username, only: 'screen' },
        { name: 'as_promised', title: 'as promised at the visit', kind: 'money', value: promise },
        { name: 'paid', kind: 'money', value: withdrawal?.amount ?? null },
        { name: 'utr', title: 'UTR', kind: 'text', value: withdrawal?.utr ?? null },
        { name: 'destination', title: 'paid to', kind: 'hint', value: withdrawal?.hint ?? null },
      ],
      tables: [
        ...(await describeCaseSales(claim, claim.amount_paise)),
        describeRows('messages', MESSAGE_COLUMNS, claim.messages),
        describeRows('proofs', PROOF_COLUMNS, claim.proofs),
      ],
      next: mayAnswer(claim, role)
        ? listClaimSteps(claim).map((name) => ({ operation: `claims ${name}`, input: { id: claimId } }))
        : [],
    }
  },
})

export const topic: Topic = {
  operations: [
    list,
    show,
    send,
    sendEach,
    answer,
    answerEach,
    credit,
    goodwill,
    decline,
    exportForNetwork,
    proof,
  ],
  help: `
credit makes a sale at the rate and cap of the visit: it is held and reversible as any other, and the next report of the order is set
against it. A visit with a sale takes no credit unless you name that sale, or say that it is another order. Goodwill is an adjustment: give it first, then note it with the claim. A claim
about a withdrawal moves no money: what came back is returned there, else answer with the bank’s proof.`,
  examples: `
Examples:
  $ claims list --waiting
  $ claims show 7
  $ claims export trackier --out claims.csv
  $ claims send 7
  $ claims send-each 7 8 9
  $ claims answer-each 7 8 --kind interim --text "We have asked the store."
  $ claims answer 7 --text "The store has confirmed the order."
  $ claims credit 7 --amount 1999 --text "The store confirmed your order."
  $ claims list --unreported --csv > unreported.csv
  $ claims decline 7 --reason code --text "The store did not allow the code that was used."
  $ claims proof 3 --out invoice.pdf`,
}
