import { useId, type ReactNode } from 'react'
import { fill } from '~/messages/message'
import type { Flash } from '~/http/flash'
import { visitPath } from '~/paths'
import { useRoot } from '~/components/layout/root-data'
import { Icon } from '~/components/ui/icon'
import { DialogLink, Link } from '~/components/ui/link'
import type { DetailTexts } from './detail-texts'
import type { OfferDetail } from '~/domain/catalog/offer-page.server'
import { outPath } from '~/domain/catalog/links'
import { useMayClick } from './may-click'
import { useReadAgain } from './use-read-again'
import { EXAMPLE_PRICE } from '~/domain/tracking/example'
import { FactsLine } from '~/components/cards/facts-line'
import './detail.css'

export type VisitSummary = Omit<NonNullable<Flash['visit']>, 'offer'>

interface JoinLinksProps {
  t: DetailTexts
  isFirst?: boolean
  /** Where the link to sign up is elsewhere on the page. */
  withoutSignUp?: boolean
}

export const JoinLinks = ({ t, isFirst = false, withoutSignUp = false }: JoinLinksProps) => (
  <p className="buttons">
    <DialogLink name="sign-in" className={isFirst ? 'button button-primary' : 'button'}>
      {t.login}
    </DialogLink>
    {!withoutSignUp && (
      <>
        {' '}
        <DialogLink name="sign-up" className="button">
          {t.signUp}
        </DialogLink>
      </>
    )}
  </p>
)

interface DealProps {
  offer: Pick<OfferDetail, 'id' | 'guestClicks' | 'credit' | 'cap' | 'facts'>
  t: DetailTexts
}

/** The main button for a guest, whose Get Deal would be refused. */
export const SignUpFor = ({ payout, t }: { payout: string; t: DetailTexts }) => (
  <DialogLink name="sign-up" className="button button-primary button-wide">
    {fill(t.signUpFor, { payout })}
  </DialogLink>
)

export const Example = ({ example, t }: { example?: string | null | undefined; t: DetailTexts }) =>
  example && (
    <p className="text-small">
      {`${fill(t.example, { price: EXAMPLE_PRICE, cashback: example })}. `}
      <span className="muted">{fill(t.onlyIf, { price: EXAMPLE_PRICE })}</span>
    </p>
  )

interface CreditNoteProps {
  offer: Pick<OfferDetail, 'credit' | 'cap'> & Partial<Pick<OfferDetail, 'example'>>
  t: DetailTexts
}

export function CreditNote({ offer: { credit, cap, example }, t }: CreditNoteProps) {
  if (credit === 'cashback')
    return (
      <>
        <Example example={example} t={t} />
        {cap && <p className="muted text-small">{fill(t.cap, { cap })}</p>}
      </>
    )
  return <p className="muted text-small">{credit === 'foreign' ? t.foreignCredited : t.nothingCredited}</p>
}

interface GetDealProps extends DealProps {
  visit: VisitSummary | null
  /** A sealed product, to which the visit leads. */
  to?: string
  isSecond?: boolean
  /** Below the link, which is in a phone's first window; people who listen hear it with the link. */
  note?: string | false
  children?: ReactNode
}

/** A plain link is not prefetched. A refusal opens in the same tab (docs/rules.md#6). */
export function GetDeal({ offer, visit, t, to, isSecond = false, note, children }: GetDealProps) {
  const mayClick = useMayClick(offer)
  const leave = useReadAgain()
  const noteId = useId()
  const { user, flash } = useRoot()
  // /Link shows many offers under one path, so the visit in the flash may be of another one.
  const visitInfo = visit ?? (flash?.visit?.offer === offer.id ? flash.visit : null)
  return (
    <>
      <a
        href={outPath(offer.id, to)}
        target={mayClick ? '_blank' : undefined}
        rel="noopener nofollow sponsored"
        className={isSecond ? 'button button-wide' : 'button button-primary button-wide'}
        aria-describedby={note ? noteId : undefined}
        data-after-join={mayClick || undefined}
        onClick={mayClick ? leave : undefined}
      >
        {t.getDeal}
        {mayClick && <Icon name="out" />}
      </a>
      {note && (
        <p id={noteId} className="muted text-small">
          {note}
        </p>
      )}
      {children}
      {visitInfo && <VisitNote visit={visitInfo} isMember={Boolean(user)} t={t} />}
      {visitInfo?.rate && !user && (
        <>
          <p className="text-small">{t.signUpToKeep}</p>
          <p className="buttons">
            <DialogLink name="sign-up" className="button">
              {t.signUp}
            </DialogLink>
          </p>
        </>
      )}
      {offer.credit === 'cashback' && <FactsLine facts={offer.facts} t={t.facts} />}
      <DealNotes t={t} withTips={offer.credit === 'cashback'} />
    </>
  )
}

interface DealNotesProps {
  t: DetailTexts
  withTips: boolean
}

export const DealNotes = ({ t, withTips }: DealNotesProps) => (
  <>
    <p className="muted text-small">{t.disclosure}</p>
    {withTips && (
      <ul className="tips muted text-small">
        {t.tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    )}
  </>
)

interface VisitNoteProps {
  visit: VisitSummary
  isMember: boolean
  t: DetailTexts
}

const VisitNote = ({ visit: { time, rate, number }, isMember, t }: VisitNoteProps) => (
  <>
    <output className="visit-recorded">
      <Icon name="check" /> {rate ? fill(t.visitLocked, { time, rate }) : fill(t.visit, { time })}
    </output>
    {isMember && (
      <p className="text-small">
        <Link to={visitPath(number)} className="link link-alone">
          {fill(t.visitLink, { number })}
        </Link>
      </p>
    )}
  </>
)
