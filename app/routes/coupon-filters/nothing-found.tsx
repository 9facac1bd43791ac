import { storePageMessages } from '~/messages/store-page'
import { fill } from '~/messages/message'
import { paths } from '~/paths'
import { useRoot } from '~/components/layout/root-data'
import { Field } from '~/components/ui/field'
import { PostForm } from '~/components/ui/form'
import { Link } from '~/components/ui/link'
import { NoticeBox } from '~/components/ui/notice'
import { Submit } from '~/components/ui/submit'
import type { StoreTile } from '~/domain/catalog/stores.server'
import { StoreStrip } from '~/components/cards/store-strip'
import { CategoryLinks } from './results-head'
import { canBeName, canBeStore } from './can-be-store'

const t = storePageMessages.search

interface NothingFoundProps {
  q: string
  didYouMean: string | null
  unknown: string | null
}

export function NothingFound({ q, didYouMean, unknown }: NothingFoundProps) {
  return (
    <div className="mb-4 grid gap-3">
      {didYouMean && (
        <p>
          <Link
            to={`${paths.allOffers}?q=${encodeURIComponent(didYouMean)}`}
            className="button button-primary"
          >
            {fill(t.didYouMean, { q: didYouMean })}
          </Link>
        </p>
      )}
      {canBeName(q) && <p>{fill(t.nothing, { q })}</p>}
      <StoreRequest name={unknown} />
    </div>
  )
}

function StoreRequest({ name }: { name: string | null }) {
  const { flash } = useRoot()
  const counted = flash?.saved === 'store-request' && flash.notice
  if (counted) return <NoticeBox notice={counted} />
  return name !== null && canBeStore(name) && <AskForStore q={name} />
}

/** Below results of the other words. */
export const MissedStore = ({ name }: { name: string }) =>
  canBeStore(name) && (
    <section className="mt-4 grid gap-3" aria-labelledby="missed-store">
      <h2 id="missed-store">{fill(storePageMessages.results.missed, { name })}</h2>
      <StoreRequest name={name} />
    </section>
  )

export const OtherWays = ({ categories, stores }: { categories: string[]; stores: StoreTile[] }) => (
  <div className="mt-4 grid gap-3">
    <p>Check the spelling, try the name of a store or fewer words, or choose a category.</p>
    <CategoryLinks label="Categories to choose" names={categories} />
    {stores.length > 0 && (
      <>
        <h2>Popular Stores</h2>
        <StoreStrip stores={stores} />
      </>
    )}
  </div>
)

const AskForStore = ({ q }: { q: string }) => (
  <div className="panel max-w-96">
    <PostForm form="store-request" action={paths.storeRequests}>
      <Field name="store" label="Store" defaultValue={q} maxLength={40} autoComplete="off" hint={t.hint} />
      <Submit>Ask for this store</Submit>
    </PostForm>
  </div>
)
