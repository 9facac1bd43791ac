import { Figure } from '~/ui/figure'

export const UpTo = ({ rate }: { rate: string | null }) =>
  rate && (
    <p className="figure">
      <span>Up to</span> <Figure text={rate} />
    </p>
  )

export const formatOfferCount = (count: number) => (count === 1 ? '1 Offer' : `${count} Offers`)
