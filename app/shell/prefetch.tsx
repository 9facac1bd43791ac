/** The page of a link is fetched ahead when a pointer, the focus or a finger comes to it. */
import { PrefetchPageLinks } from '@remix-run/react'
import { useEffect, useState } from 'react'

/** A pointer that only passes by asks for nothing. */
const INTENT_MS = 80

/** The pages that are the same for every guest; what counts, redirects or answers one person is none. */
const PAGES =
  /^\/(?:(?:CouponsDetails|CouponsGroup|Offers|CouponCode|CouponFilters)\/[^/]+|TopStores|Deals|Coupontopcodes|HowitWorks|Aboutus|Contactus|PrivacyPolicy|TermsConditions|Flexpage)?$/i

/** Parameters that make a page private, or take something: a dialog's redirect leaves a flash. */
const PRIVATE = ['dialog', 'ref']

/** The path to fetch ahead for a link's address; null: wait for the click. Both are whole addresses. */
export function pageAhead(link: string, here: string): string | null {
  const [to, from] = [new URL(link), new URL(here)]
  const path = to.pathname + to.search
  if (to.origin !== from.origin || path === from.pathname + from.search) return null
  if (!PAGES.test(to.pathname) || PRIVATE.some((name) => to.searchParams.has(name))) return null
  return path
}

/** For guests: a member's pages may not be kept, so that fetching them ahead would fetch them twice. */
export function Prefetch() {
  const [page, setPage] = useState<string | null>(null)

  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } }
    if (connection?.saveData) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const aim = ({ target }: Event) => {
      clearTimeout(timer)
      // What failed to load once, the browser does not load again.
      if (!navigator.onLine) return
      const link = target instanceof Element && target.closest('a')
      const path = link && link.href && !link.target && pageAhead(link.href, window.location.href)
      if (path) timer = setTimeout(() => setPage(path), INTENT_MS)
    }
    const kinds = ['mouseover', 'focusin', 'touchstart']
    for (const kind of kinds) document.addEventListener(kind, aim, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const kind of kinds) document.removeEventListener(kind, aim)
    }
  }, [])

  return page && <PrefetchPageLinks key={page} page={page} />
}
