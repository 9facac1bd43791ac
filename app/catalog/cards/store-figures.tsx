import { Figure } from '~/ui/figure'

/** 'Up to 12.00%'; nothing for a store that pays no cashback. */
export const UpTo = ({ rate }: { rate: string | null }) =>
  rate && (
    <p className="figure">
      <span>Up to</span> <Figure text={rate} />
    </p>
  )

export const formatCount = (count: number) => (count === 1 ? '1 Offer' : `${count} Offers`)
