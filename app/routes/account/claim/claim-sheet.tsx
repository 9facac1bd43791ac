import { useRef, useState, type ChangeEvent } from 'react'
import { LARGEST_FILE } from '~/platform/config/body-limits'
import { moneyMessages } from '~/messages/money'
import { claimPath, proofsPath } from '~/paths'
import { FactList } from '~/components/ui/facts'
import { Field } from '~/components/ui/field'
import { PostForm } from '~/components/ui/form'
import { Link } from '~/components/ui/link'
import { Submit } from '~/components/ui/submit'
import { TextArea } from '~/components/ui/text-area'
import { useTypedBefore } from '~/components/ui/typed-before'
import { ClaimChip } from '~/components/account/claim-chip'
import type { ClaimSheetProps } from '~/domain/tracking/show-claim'
import './claim-sheet.css'
import '~/components/ui/file-button.css'
import '~/components/ui/panel-parts.css'

const { claims } = moneyMessages

export function ClaimSheet(props: ClaimSheetProps) {
  const { claim, heading, id, facts, visitHref, entries, proofs, mayAddProof, mayAppeal } = props
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

/** With scripts a file that the server would refuse unread is not sent: what else was typed on the page stays. */
function AddProof({ id }: { id: number }) {
  const [isTooLarge, setTooLarge] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  function checkSize(input: HTMLInputElement) {
    const isLarge = (input.files?.[0]?.size ?? 0) > LARGEST_FILE
    if (isLarge) input.value = ''
    setTooLarge(isLarge)
  }
  useTypedBefore(file, checkSize)
  return (
    <PostForm
      form="claim-proof"
      action={`${claimPath(id)}/proof`}
      from={proofsPath(id)}
      encType="multipart/form-data"
      className="form form-narrow"
      whenFailed={claims.failed}
    >
      <Field
        inputRef={file}
        name="proof"
        type="file"
        accept="image/jpeg,image/png,image/webp,application/pdf"
        label="Invoice or picture"
        hint={claims.proofHint}
        problem={isTooLarge ? claims.proofTooLarge : undefined}
        onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) => checkSize(currentTarget)}
      />
      <Submit className="button">Add proof</Submit>
    </PostForm>
  )
}
