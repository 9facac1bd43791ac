/** A slug nobody has: the wished one, else one with a mark that is always the same for this row of this feed. */
import { createHash } from 'node:crypto'
import { RESERVED } from '../slugs'

export interface Wish {
  /** What a slug would be made of, best first. */
  wished: string[]
  source: string
  external_id: string
}

/** Everything that pickSlug may answer: what has to be looked up first. */
export const candidates = ({ wished, source, external_id }: Wish): string[] => {
  const mark = createHash('sha256').update(`${source}\0${external_id}`).digest('hex').slice(0, 10)
  const bases = wished.filter((slug) => slug !== '')
  return [...bases.filter((slug) => !RESERVED.has(slug)), `${bases[0] ?? 'offer'}-${mark}`]
}

/** Takes the first free one, and adds it to `taken`. */
export function pickSlug(wish: Wish, taken: Set<string>): string {
  const all = candidates(wish)
  const slug = all.find((candidate) => !taken.has(candidate))
  if (slug === undefined) throw new Error(`no free slug among ${all.join(', ')}`)
  taken.add(slug)
  return slug
}
