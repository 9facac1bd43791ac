import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import {
  readAddress,
  recordUnknownHost,
  resolveLink,
  type LinkRefusal,
} from '~/domain/catalog/product-links.server'
import { LONGEST_TEXT } from '~/domain/catalog/product-links'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { isNavigation } from '~/http/is-navigation'
import { writeOrNull } from '~/http/or-null.server'
import { privatePage } from '~/http/page'
import { redirectKeepingFlash } from '~/http/respond.server'
import { linkMessages } from '~/messages/link'
import { fill } from '~/messages/message'
import { paths } from '~/paths'
import { AddressForm, HowItWorks } from './link/address-form'
import { AskForStore, Choice, NoOffer } from './link/no-result'
import { Product } from './link/product'
import { readFound } from './link/read-found.server'

export { headers } from '~/http/page'
export { shouldRevalidate } from '~/http/revalidation'

const t = linkMessages.link

export const meta = createHiddenMeta(
  t.title,
  'Paste the address of a product to see its store, today’s cashback and Get Deal.',
  null,
)

const PASTED: readonly string[] = ['url', 'text', 'title']

/** Android's share sheet puts the address into the text; other senders put it anywhere. */
function readPasted(search: URLSearchParams): string {
  const given = PASTED.map((name) => search.get(name)?.trim() ?? '').filter(Boolean)
  return given.find((text) => readAddress(text).ok) ?? given[0] ?? ''
}

/** A text around the address would be in each link of the page, which then fits into no form and no cookie. */
const needsShorter = (pasted: string, target: string) => pasted !== target && target.length <= LONGEST_TEXT

function buildTargetPath(search: URLSearchParams, target: string): string {
  const rest = [...search].filter(([name]) => !PASTED.includes(name))
  return `${paths.link}?${new URLSearchParams([['url', target], ...rest])}`
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams
  const pasted = readPasted(search)
  if (!pasted) return privatePage({ pasted, problem: null, found: null, other: null })
  const result = await resolveLink(pasted, search.get('store'))
  if (result.ok && needsShorter(pasted, result.target))
    throw redirectKeepingFlash(request, buildTargetPath(search, result.target))
  if (result.ok)
    return privatePage({ pasted, problem: null, found: await readFound(request, result), other: null })
  if (result.reason === 'unknown-store' && result.domain && isNavigation(request))
    await writeOrNull(recordUnknownHost(result.domain, context.clientAddress), 'unknown host')
  return privatePage({ pasted, problem: explain(result), found: null, other: listOther(result) })
}

function explain(refusal: LinkRefusal): string | null {
  switch (refusal.reason) {
    case 'unknown-store':
      return fill(t['unknown-store'], { host: refusal.host })
    case 'no-offer':
      return fill(t['no-offer'], { store: refusal.store.name })
    case 'several-stores':
      return null
    default:
      return t[refusal.reason]
  }
}

function listOther(refusal: LinkRefusal) {
  switch (refusal.reason) {
    case 'unknown-store':
      return refusal.domain === null ? null : { kind: 'ask' as const, domain: refusal.domain }
    case 'no-offer':
      return { kind: 'store' as const, store: refusal.store }
    case 'several-stores':
      return { kind: 'choice' as const, target: refusal.target, stores: refusal.stores }
    default:
      return null
  }
}

export default function Link() {
  const { pasted, problem, found, other } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="page page-narrow stack">
      {found ? <Product key={found.target} found={found} /> : <h1>{t.title}</h1>}
      {other?.kind === 'choice' && <Choice target={other.target} stores={other.stores} />}
      <AddressForm key={pasted} pasted={pasted} problem={problem ?? undefined} isSecond={found !== null} />
      {other?.kind === 'ask' && <AskForStore domain={other.domain} />}
      {other?.kind === 'store' && <NoOffer store={other.store} />}
      {!found && <HowItWorks />}
    </main>
  )
}
