import { moneyMessages } from '~/messages/money'
import { claimPath, proofsPath } from '~/paths'
import { FactList } from '~/components/ui/facts'
import { PostForm } from '~/components/ui/form'
import { Link } from '~/components/ui/link'
import { NoticeBox } from '~/components/ui/notice'
import { usePage } from '~/components/ui/page-context'
import { Submit } from '~/components/ui/submit'
import { TextArea } from '~/components/ui/text-area'
import { ClaimChip } from '~/components/account/claim-chip'
import { ProofField } from '~/components/account/proof-field'
import type { ClaimSheetProps } from '~/domain/tracking/show-claim'
import './claim-sheet.css'
import '~/components/ui/panel-parts.css'

const { claims } = moneyMessages

export function ClaimSheet(props: ClaimSheetProps) {
  const { claim, heading, id, facts, visitHref, entries, proofs, mayAddProof, mayAppeal } = props
  const { flash } = usePage()
  return (
    <>
      <section className="panel" aria-labelledby="claim-title">
        <h1 id="claim-title" className="text-xl">
          {heading}
        </h1>
        <p className="muted text-small">Claim {claim.number}</p>
        <p className="claim-now">
          <ClaimChip state={claim.state} />{' '}
          {claim.answerBy && <span className="muted">answer by {claim.answerBy}</span>}
        </p>
        {visitHref && (
          <p>
            <Link to={visitHref} className="link link-alone">
              See the visit
            </Link>
          </p>
        )}
      </section>
      <section className="panel" aria-labelledby="thread-title">
        <h2 id="thread-title" className="panel-title">
          What happened
        </h2>
        <ol className="claim-thread">
          {entries.map((entry) => (
            <Entry key={entry.id} {...entry} />
          ))}
        </ol>
        <MessageForm key={String(mayAppeal)} id={id} isAppeal={mayAppeal} />
      </section>
      <section className="panel" id="proofs" aria-labelledby="proofs-title">
        <h2 id="proofs-title" className="panel-title">
          Proofs
        </h2>
        {flash?.saved === 'proof' && flash.notice && <NoticeBox notice={flash.notice} />}
        {proofs.length > 0 && (
          <ul className="claim-proofs">
            {proofs.map(({ href, label, time }) => (
              <li key={href}>
                <a href={href} className="link link-alone">
                  {label}
                </a>{' '}
                <span className="muted text-small">{time}</span>
              </li>
            ))}
          </ul>
        )}
        {mayAddProof ? <AddProof id={id} /> : <p className="muted">{claims.proofTooMany}</p>}
      </section>
      <section className="panel" aria-labelledby="facts-title">
        <h2 id="facts-title" className="panel-title">
          What the claim is about
        </h2>
        <FactList facts={facts} />
      </section>
    </>
  )
}

const Entry = ({ step, isOwn, text, time }: ClaimSheetProps['entries'][number]) => (
  <li className={isOwn ? 'claim-entry claim-entry-own' : 'claim-entry'}>
    <p className="claim-entry-head">
      <b>{step ?? (isOwn ? 'You' : 'DealDwaar')}</b> <span className="muted text-small">{time}</span>
    </p>
    {text && <p className="claim-text">{text}</p>}
  </li>
)

const MessageForm = ({ id, isAppeal }: { id: number; isAppeal: boolean }) => (
  <PostForm
    form="claim-message"
    id="message"
    action={`${claimPath(id)}/${isAppeal ? 'appeal' : 'message'}`}
    className="form form-narrow"
    whenFailed={claims.failed}
  >
    <TextArea
      name="text"
      label={isAppeal ? 'Why is the decline wrong?' : 'Your message'}
      hint={isAppeal ? 'You can appeal once.' : undefined}
      rows={isAppeal ? 4 : 3}
      maxLength={1000}
      required
    />
    <Submit className={isAppeal ? undefined : 'button'}>{isAppeal ? 'Appeal' : 'Send'}</Submit>
  </PostForm>
)

const AddProof = ({ id }: { id: number }) => (
  <PostForm
    form="claim-proof"
    action={`${claimPath(id)}/proof`}
    from={proofsPath(id)}
    encType="multipart/form-data"
    className="form form-narrow"
    whenFailed={claims.failed}
  >
    <ProofField hint={claims.proofHint} />
    <Submit className="button">Add proof</Submit>
  </PostForm>
)
