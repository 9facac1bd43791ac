import { createHash } from 'node:crypto'
import { RESERVED } from '../slugs'

export interface Wish {
  wished: string[]
  source: string
  external_id: string
}

export const listSlugCandidates = ({ wished, source, external_id }: Wish): string[] => {
  const mark = createHash('sha256').update(`${source}\0${external_id}`).digest('hex').slice(0, 10)
  const bases = wished.filter((slug) => slug !== '')
  return [...bases.filter((slug) => !RESERVED.has(slug)), `${bases[0] ?? 'offer'}-${mark}`]
}

export function pickSlug(wish: Wish, used: Set<string>): string {
  const all = listSlugCandidates(wish)
  const slug = all.find((candidate) => !used.has(candidate))
  if (slug === undefined) throw new Error(`no free slug among ${all.join(', ')}`)
  used.add(slug)
  return slug
}
