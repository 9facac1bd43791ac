import { toMatchKey } from '~/domain/catalog/links'

export const CategoryPicture = ({ name, size }: { name: string; size: number }) => (
  <img src={`/categories/${toMatchKey(name)}.svg`} alt="" width={size} height={size} loading="lazy" />
)
