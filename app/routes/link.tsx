import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import {
  readAddress,
  recordUnknownHost,
  resolveProductLink,
  type LinkRefusal,
} from '~/domain/catalog/product-links.server'
import { LONGEST_TEXT } from '~/domain/catalog/product-links'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { isNavigation } from '~/http/form/navigation'
import { tryPart } from '~/http/or-null.server'
import { privatePage } from '~/http/page'
import { redirectKeepingFlash } from '~/http/respond.server'
import { linkMessages } from '~/messages/link'
import { fill } from '~/messages/message'
import { paths } from '~/paths'
import { AddressForm, HowItWorks } from './link/address-form'
import { AskForStore, StoreChoice, NoOffer } from './link/no-result'
import { Product } from './link/product'
import { readFound } from './link/read-found.server'

export { headers, shouldRevalidate } from '~/http/route-exports'

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
  const result = await resolveProductLink(pasted, search.get('store'))
  if (result.ok && needsShorter(pasted, result.target))
    throw redirectKeepingFlash(request, buildTargetPath(search, result.target))
  if (result.ok)
    return privatePage({ pasted, problem: null, found: await readFound(request, result), other: null })
  if (result.reason === 'unknown-store' && result.domain && isNavigation(request))
    await tryPart(recordUnknownHost(result.domain, context.clientAddress), 'unknown host')
  return privatePage({ pasted, found: null, ...explain(result) })
}

/** The error at the field, and what can be done instead. */
function explain(refusal: LinkRefusal) {
  switch (refusal.reason) {
    case 'unknown-store': {
      const { host, domain } = refusal
      const other = domain === null ? null : { kind: 'ask' as const, domain }
      return { problem: fill(t['unknown-store'], { host }), other }
    }
    case 'no-offer': {
      const { store } = refusal
      return {
        problem: fill(t['no-offer'], { store: store.name }),
        other: { kind: 'store' as const, store },
      }
    }
    case 'several-stores': {
      const { target, stores } = refusal
      return { problem: null, other: { kind: 'choice' as const, target, stores } }
    }
    default:
      return { problem: t[refusal.reason], other: null }
  }
}

export default function Link() {
  const { pasted, problem, found, other } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="page page-narrow stack">
      {found ? <Product key={found.target} found={found} /> : <h1>{t.title}</h1>}
      {other?.kind === 'choice' && <StoreChoice target={other.target} stores={other.stores} />}
      <AddressForm key={pasted} pasted={pasted} problem={problem ?? undefined} isSecond={found !== null} />
      {other?.kind === 'ask' && <AskForStore domain={other.domain} />}
      {other?.kind === 'store' && <NoOffer store={other.store} />}
      {!found && <HowItWorks />}
    </main>
  )
}
