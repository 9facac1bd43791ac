import { Figure } from '~/ui/figure'

export const UpTo = ({ rate, big = false }: { rate: string | null; big?: boolean }) =>
  rate && (
    <p className={big ? 'figure figure-big' : 'figure'}>
      <span>Up to</span> <Figure text={rate} />
    </p>
  )

export const formatOfferCount = (count: number) => (count === 1 ? '1 Offer' : `${count} Offers`)
