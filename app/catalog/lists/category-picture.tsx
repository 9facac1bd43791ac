import { matchKey } from '../links'

/** Of public/categories, which has one for each category and for 'All'. */
export const CategoryPicture = ({ name, size }: { name: string; size: number }) => (
  <img src={`/categories/${matchKey(name)}.svg`} alt="" width={size} height={size} loading="lazy" />
)
