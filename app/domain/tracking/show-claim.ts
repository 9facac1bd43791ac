import { formatDate, formatTime } from '~/platform/formats/dates'
import { formatRupees } from '~/platform/formats/money'
import { moneyMessages } from '~/messages/money'
import { claimPath, visitPath } from '~/paths'
import { isOpen, mayAppeal, PROOFS_A_CLAIM } from './claim'
import { CLAIM_STATE_WORDS, KIND_TITLES, KIND_WORDS, formatClaimNumber } from './claim-words'
import type { ClaimDetail, ListedClaim } from './read-claims.server'

export type ShownClaim = ReturnType<typeof showClaim>

export const showClaim = (claim: ListedClaim) => ({
  number: formatClaimNumber(claim.id),
  href: claimPath(claim.id),
  state: claim.state,
  stateWord: CLAIM_STATE_WORDS[claim.state],
  kind: KIND_WORDS[claim.kind],
  store: claim.store,
  visit: claim.visit,
  about: claim.visit ? `Visit ${claim.visit}` : `Withdrawal of ${formatRupees(claim.withdrawal!.amount)}`,
  date: formatDate(claim.created_at),
  answerBy: isOpen(claim) ? formatDate(claim.answer_by) : null,
})

export type ClaimSheetProps = ReturnType<typeof showClaimSheet>

const MEDIA_WORDS = { jpeg: 'JPEG', png: 'PNG', webp: 'WebP', pdf: 'PDF' } as const

export const showClaimSheet = (claim: ClaimDetail) => ({
  claim: showClaim(claim),
  heading: formatHeading(claim),
  id: claim.id,
  facts: listFacts(claim),
  visitHref: claim.visit && visitPath(claim.visit),
  /** The newest first. */
  entries: claim.messages.toReversed().map(({ id, step, author, body, created_at }) => ({
    id,
    step: step && CLAIM_STATE_WORDS[step],
    isOwn: author === 'member',
    text: body,
    time: formatTime(created_at),
  })),
  proofs: claim.proofs.map(({ id, media, size, created_at }) => ({
    href: `${claimPath(claim.id)}/proof/${id}`,
    label: `${MEDIA_WORDS[media]}, ${(BigInt(size) + 1023n) / 1024n} KB`,
    time: formatTime(created_at),
  })),
  mayAddProof: claim.proofs.length < PROOFS_A_CLAIM,
  mayAppeal: mayAppeal(claim),
})

/** The subject with the sum that came of it, else with what is wrong. */
function formatHeading({ store, credited, withdrawal, kind }: ClaimDetail): string {
  const subject = store ?? `withdrawal of ${formatRupees(withdrawal!.amount)}`
  return credited === null ? `${KIND_TITLES[kind]}: ${subject}` : `${subject}: ${formatRupees(credited)}`
}

function listFacts(claim: ClaimDetail): [string, string][] {
  const { state, visit, store, withdrawal, order_number, amount_paise, credited } = claim
  const facts: [name: string, value: string | null | undefined][] = [
    ['About', KIND_WORDS[claim.kind]],
    ['Visit', visit && `${store!}, ${visit}`],
    ['Withdrawal', withdrawal && formatRupees(withdrawal.amount)],
    [withdrawal?.method === 'upi' ? 'UPI' : 'Bank', withdrawal?.hint],
    ['UTR', withdrawal && (withdrawal.utr ?? 'none')],
    ['Order number', order_number],
    ['Amount', amount_paise === null ? null : formatRupees(amount_paise)],
    ['Cashback', credited === null ? null : formatRupees(credited)],
    [
      'Reason',
      state === 'declined' ? moneyMessages.declineReasons[claim.decline_reason ?? 'not-said'] : null,
    ],
  ]
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]))
}
