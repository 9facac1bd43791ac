import { CopyLine } from '~/ui/copy-field'
import { useRevealedCode } from '../detail/revealed-codes'

/** Masked, until this browser has seen the code on the offer's page. */
export function CardCode({ href, masked }: { href: string; masked: string }) {
  const code = useRevealedCode(href, masked)
  return code === null ? (
    <span className="coupon-card-code">{masked}</span>
  ) : (
    <span className="coupon-card-copy">
      <CopyLine label="Coupon code" text={code} />
    </span>
  )
}
