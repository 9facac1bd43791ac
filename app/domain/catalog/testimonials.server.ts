/** What customers said, on home. One that is no demo needs a consent (docs/rules.md#16). */
import { asc, eq } from 'drizzle-orm'
import { db, inTransaction, type Reader, type Tx } from '~/platform/db/client.server'
import { testimonials } from '~/platform/db/schema/editorial'
import { dayInIndia } from '~/platform/formats/dates'
import { toParagraph } from '~/platform/formats/characters'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { compare, readFields, type Edited, type InvalidField } from './by-hand/read-fields.server'
import { closeGaps, lockList, putAt } from './places.server'

export type Testimonial = typeof testimonials.$inferSelect

/** As typed: null empties the field, undefined leaves it. */
export interface TypedTestimonial {
  name?: string | undefined
  text?: string | undefined
  source?: string | undefined
  link?: string | null | undefined
  said?: string | null | undefined
  consentOn?: string | null | undefined
  consentHow?: string | null | undefined
  place?: number | undefined
}

export const MOST_TESTIMONIALS = 100
/** On home. */
export const MOST_QUOTES = 6

export const mayBeShown = ({ is_demo, consent_on }: Pick<Testimonial, 'is_demo' | 'consent_on'>): boolean =>
  is_demo || consent_on !== null

/** Those that home shows. All of them are at hand, in order. */
export const listShownIds = (all: readonly Testimonial[]): number[] =>
  all
    .filter(mayBeShown)
    .slice(0, MOST_QUOTES)
    .map(({ id }) => id)

/** In the order of home. */
export const listTestimonials = (reader: Reader = db): Promise<Testimonial[]> =>
  reader.select().from(testimonials).orderBy(asc(testimonials.position), asc(testimonials.id))

export async function findTestimonial(id: number, reader: Reader = db): Promise<Testimonial | null> {
  const [found] = await reader.select().from(testimonials).where(eq(testimonials.id, id))
  return found ?? null
}

/** `field`: a day to come, or one that a consent lacks. */
export type TestimonialRefusal =
  | Refused<'not-found' | 'too-many'>
  | Refused<'future' | 'half-consent' | 'no-source', { field: string }>
  | InvalidField

type Columns = Omit<typeof testimonials.$inferInsert, 'position' | 'is_demo'>

/** Who takes one part of a consent back takes all of it back. */
function readConsent({ consentOn, consentHow }: TypedTestimonial): Partial<Columns> {
  if (consentOn === null || consentHow === null) return { consent_on: null, consent_how: null }
  return {
    ...(consentOn !== undefined && { consent_on: consentOn }),
    ...(consentHow !== undefined && { consent_how: consentHow }),
  }
}

function readColumns(typed: TypedTestimonial): Done<{ columns: Partial<Columns> }> | TestimonialRefusal {
  const { name, text, source, link, said } = typed
  const address = readFields(
    { link: link ?? undefined },
    { link: (fields) => ({ source_url: fields.url('link') }) },
  )
  if (!address.ok) return address
  return done({
    columns: {
      ...(name !== undefined && { name }),
      ...(text !== undefined && { body: toParagraph(text) }),
      ...(source !== undefined && { source }),
      ...(link === null ? { source_url: null } : address.columns),
      ...(said !== undefined && { said_on: said }),
      ...readConsent(typed),
    },
  })
}

/** Of a testimonial as it will be. */
function refuseUnfit(columns: Partial<Columns>): TestimonialRefusal | null {
  const { said_on, consent_on, consent_how } = columns
  const today = dayInIndia(new Date()).date
  if (said_on && said_on > today) return refused('future', { field: 'said' })
  if (consent_on && consent_on > today) return refused('future', { field: 'consentOn' })
  if (consent_on && !consent_how) return refused('half-consent', { field: 'consentHow' })
  if (consent_how && !consent_on) return refused('half-consent', { field: 'consentOn' })
  if (consent_on && !columns.source) return refused('no-source', { field: 'source' })
  if (consent_on && !said_on) return refused('no-source', { field: 'said' })
  return null
}

type Added = TypedTestimonial & { name: string; text: string }

export function addTestimonial(
  typed: Added,
  within?: Tx,
): Promise<Done<{ testimonial: Testimonial }> | TestimonialRefusal> {
  return inTransaction(async (tx) => {
    const read = readColumns(typed)
    if (!read.ok) return read
    const unfit = refuseUnfit(read.columns)
    if (unfit) return unfit
    await lockList(tx, 'testimonials')
    const count = await tx.$count(testimonials)
    if (count >= MOST_TESTIMONIALS) return refused('too-many')
    const [{ id }] = (await tx
      .insert(testimonials)
      .values({ ...(read.columns as Columns), position: count + 1 })
      .returning()) as [Testimonial]
    await putAt(tx, 'testimonials', id, typed.place ?? count + 1)
    return done({ testimonial: (await findTestimonial(id, tx))! })
  }, within)
}

export function editTestimonial(
  id: number,
  typed: TypedTestimonial,
  within?: Tx,
): Promise<Done<Edited & { testimonial: Testimonial }> | TestimonialRefusal> {
  return inTransaction(async (tx) => {
    await lockList(tx, 'testimonials')
    const stored = await findTestimonial(id, tx)
    if (!stored) return refused('not-found')
    const read = readColumns(typed)
    if (!read.ok) return read
    const unfit = refuseUnfit({ ...stored, ...read.columns })
    if (unfit) return unfit
    if (Object.keys(read.columns).length)
      await tx.update(testimonials).set(read.columns).where(eq(testimonials.id, id))
    if (typed.place !== undefined) await putAt(tx, 'testimonials', id, typed.place)
    const testimonial = (await findTestimonial(id, tx))!
    return done({ ...compare(stored, testimonial), testimonial })
  }, within)
}

export function removeTestimonial(
  id: number,
  within?: Tx,
): Promise<Done<{ testimonial: Testimonial }> | Refused<'not-found'>> {
  return inTransaction(async (tx) => {
    await lockList(tx, 'testimonials')
    const [testimonial] = await tx.delete(testimonials).where(eq(testimonials.id, id)).returning()
    if (!testimonial) return refused('not-found')
    await closeGaps(tx, 'testimonials')
    return done({ testimonial })
  }, within)
}
