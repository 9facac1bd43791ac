import { CopyLine } from '~/components/ui/copy-field'
import { useRevealedCode } from '~/components/offer/revealed-codes'
import { MaskedCode } from '~/components/cards/coupon-card'
import './card-code.css'

export function CardCode({ href, masked }: { href: string; masked: string }) {
  const code = useRevealedCode(href, masked)
  return code === null ? (
    <MaskedCode masked={masked} />
  ) : (
    <span className="coupon-card-copy">
      <CopyLine label="Coupon code" text={code} />
    </span>
  )
}
