import { formatDate, formatTime } from '~/formats/dates'
import { formatRupees } from '~/formats/money'
import { moneyMessages } from '~/messages/money'
import { claimPath, visitPath } from '~/paths'
import type { Claim, ClaimState } from './claim'
import { isOpen, mayAppeal } from './claim-rules'
import { CLAIM_STATE_WORDS, KIND_WORDS, writeClaimNumber } from './claim-words'
import { PROOFS_A_CLAIM } from './proof-limits'
import type { ClaimDetail, ListedClaim } from './read-claims.server'

export interface ShownClaim {
  number: string
  href: string
  state: ClaimState
  stateWord: string
  kind: string
  /** Null, like `visit`, if the claim is about a withdrawal. */
  store: string | null
  visit: string | null
  about: string
  date: string
  answerBy: string | null
}

export const showClaim = (claim: ListedClaim): ShownClaim => ({
  number: writeClaimNumber(claim.id),
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

export interface ShownEntry {
  id: number
  step: string | null
  isOwn: boolean
  text: string
  time: string
}

export interface ClaimSheetProps {
  claim: ShownClaim
  id: number
  facts: [name: string, value: string][]
  visitHref: string | null
  entries: ShownEntry[]
  proofs: { href: string; label: string; time: string }[]
  mayAddProof: boolean
  mayAppeal: boolean
}

const MEDIA_WORDS = { jpeg: 'JPEG', png: 'PNG', webp: 'WebP', pdf: 'PDF' } as const

export function showClaimSheet(claim: ClaimDetail): ClaimSheetProps {
  return {
    claim: showClaim(claim),
    id: claim.id,
    facts: listFacts(claim),
    visitHref: claim.visit && visitPath(claim.visit),
    entries: claim.messages.map(({ id, step, author, body, created_at }) => ({
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
  }
}

function listFacts(claim: ClaimDetail): [string, string][] {
  const { visit, store, withdrawal, order_number, amount_paise } = claim
  return [
    ['About', KIND_WORDS[claim.kind]],
    ...(visit ? ([['Visit', `${store!}, ${visit}`]] as [string, string][]) : []),
    ...(withdrawal
      ? ([
          ['Withdrawal', formatRupees(withdrawal.amount)],
          [withdrawal.method === 'upi' ? 'UPI' : 'Bank', withdrawal.hint],
          ['UTR', withdrawal.utr ?? 'none'],
        ] as [string, string][])
      : []),
    ...(order_number ? ([['Order number', order_number]] as [string, string][]) : []),
    ...(amount_paise !== null ? ([['Amount', formatRupees(amount_paise)]] as [string, string][]) : []),
    ...(claim.credited === null ? [] : ([['Cashback', formatRupees(claim.credited)]] as [string, string][])),
    ...listEnd(claim),
  ]
}

function listEnd(claim: Claim): [string, string][] {
  if (isOpen(claim)) return [['Answer by', formatDate(claim.answer_by)]]
  return claim.state === 'declined'
    ? [['Reason', moneyMessages.declineReasons[claim.decline_reason ?? 'not-said']]]
    : []
}
