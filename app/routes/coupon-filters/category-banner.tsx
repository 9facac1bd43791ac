import { Art } from '~/components/ui/art'
import { toMatchKey } from '~/domain/catalog/links'
import { CategoryPicture } from '~/components/cards/category-picture'
import './category-banner.css'
import '~/components/ui/banner.css'

const BANNERS: Record<string, { look: string; text: string }> = {
  ecommerce: { look: '', text: 'Everyday shopping, with something back each time.' },
  healthmedicine: { look: 'banner-4', text: 'Medicines, tests and care, for less.' },
  fooddining: { look: 'banner-3', text: 'Good food, ordered in or eaten out.' },
  electronics: { look: '', text: 'Phones, laptops and appliances, with codes that work.' },
  mobiletablets: { look: 'banner-2', text: 'Your next phone or tablet, at a better price.' },
}
const OTHER = { look: '', text: 'Coupons, offers and cashback from stores that deliver in India.' }

export function CategoryBanner({ name }: { name: string }) {
  const { look, text } = BANNERS[toMatchKey(name)] ?? OTHER
  return (
    <header className={`banner category-banner ${look}`.trim()}>
      <Art />
      <h1>{name === 'All' ? 'All categories' : name}</h1>
      <p>{text}</p>
      <CategoryPicture name={name} size={96} />
    </header>
  )
}
