import { useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import type { Credit } from '~/formats/money'
import { fill } from '~/messages/message'
import { visitPath } from '~/paths'
import { useRoot } from '~/root-data'
import { Icon } from '~/ui/icon'
import { DialogLink, Link } from '~/ui/link'
import { detailTexts, type DetailTexts } from './detail-texts'
import { outPath } from '../links'
import { useMayClick } from './may-click'
import { FactsLine } from '../waits/facts-line'
import type { StoreFacts } from '../waits/waits'
import './detail.css'

export type VisitShown = { time: string; rate: string | null; number: string } | null

interface GetDealProps {
  campaign: { id: number; guestClicks: boolean; credit: Credit; facts: StoreFacts }
  visit?: VisitShown
  t?: DetailTexts
  isSecond?: boolean
  children?: ReactNode
}

interface JoinLinksProps {
  t?: DetailTexts
  isFirst?: boolean
}

export const JoinLinks = ({ t = detailTexts('en'), isFirst = false }: JoinLinksProps) => (
  <p className="buttons">
    <DialogLink name="sign-in" className={isFirst ? 'button button-primary' : 'button'}>
      {t.login}
    </DialogLink>{' '}
    <DialogLink name="sign-up" className="button">
      {t.signUp}
    </DialogLink>
  </p>
)

interface CreditNoteProps {
  campaign: { credit: Credit; cap: string | null }
  t?: DetailTexts
}

export function CreditNote({ campaign, t = detailTexts('en') }: CreditNoteProps) {
  const { credit, cap } = campaign
  if (credit === 'cashback') return cap && <p className="muted text-small">{fill(t.cap, { cap })}</p>
  return <p className="muted text-small">{credit === 'foreign' ? t.foreignCredited : t.nothingCredited}</p>
}

/** A plain link is not prefetched. A refusal opens in the same tab (docs/rules.md#6). */
export function GetDeal({
  campaign,
  visit = null,
  t = detailTexts('en'),
  isSecond = false,
  children,
}: GetDealProps) {
  const mayClick = useMayClick(campaign)
  const leave = useReadAgain()
  const { user, flash } = useRoot()
  const visitInfo = visit ?? flash?.visit
  return (
    <>
      <a
        href={outPath(campaign.id)}
        target={mayClick ? '_blank' : undefined}
        rel="noopener nofollow sponsored"
        className={isSecond ? 'button button-wide' : 'button button-primary button-wide'}
        data-after-join={mayClick || undefined}
        onClick={mayClick ? leave : undefined}
      >
        {t.getDeal}
        {mayClick && <Icon name="out" />}
      </a>
      {children}
      {visitInfo && <Recorded visit={visitInfo} isMember={Boolean(user)} t={t} />}
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
      {campaign.credit === 'cashback' && <FactsLine facts={campaign.facts} t={t.facts} />}
      <p className="muted text-small">{t.disclosure}</p>
      {campaign.credit === 'cashback' && (
        <ul className="tips muted text-small">
          {t.tips.map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
        </ul>
      )}
    </>
  )
}

interface RecordedProps {
  visit: NonNullable<VisitShown>
  isMember: boolean
  t: DetailTexts
}

const Recorded = ({ visit: { time, rate, number }, isMember, t }: RecordedProps) => (
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

/** Milliseconds in which a click is recorded, which happens before the store answers. */
const RECORDED = 2000

/** Reads the page again soon after Get Deal opened another tab, and when the visitor comes back. */
function useReadAgain(): () => void {
  const { flash } = useRoot()
  const isTold = flash?.visit !== undefined
  const { revalidate } = useRevalidator()
  // A page that cannot be read again would become an error.
  const read = useCallback(() => {
    fetch('/healthz', { cache: 'no-store' }).then(
      ({ ok }) => ok && revalidate(),
      () => {},
    )
  }, [revalidate])
  const hasLeft = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => {
    const back = () => {
      if (hasLeft.current && !isTold && document.visibilityState === 'visible') read()
    }
    document.addEventListener('visibilitychange', back)
    return () => {
      document.removeEventListener('visibilitychange', back)
    }
  }, [read, isTold])
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    hasLeft.current = true
    timer.current = setTimeout(read, RECORDED)
  }
}
