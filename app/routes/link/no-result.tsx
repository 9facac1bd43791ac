import { Field } from '~/components/ui/field'
import { PostForm } from '~/components/ui/form'
import { Link } from '~/components/ui/link'
import { NoticeBox } from '~/components/ui/notice'
import { Submit } from '~/components/ui/submit'
import { useRoot } from '~/components/layout/root-data'
import { offersPath } from '~/domain/catalog/links'
import { storePageMessages } from '~/messages/store-page'
import { linkMessages } from '~/messages/link'
import { fill } from '~/messages/message'
import { linkPath, paths } from '~/paths'
import type { LinkStore } from '~/domain/catalog/product-links.server'

const t = linkMessages.link

const LONGEST_NAME = 40

export function AskForStore({ domain }: { domain: string }) {
  const { flash } = useRoot()
  const counted = flash?.saved === 'store-request' && flash.notice
  return (
    <div className="panel">
      {counted ? (
        <NoticeBox notice={counted} />
      ) : (
        <PostForm form="store-request" action={paths.storeRequests}>
          <Field
            name="store"
            label="Store"
            defaultValue={domain.slice(0, LONGEST_NAME)}
            maxLength={LONGEST_NAME}
            autoComplete="off"
            hint={storePageMessages.search.hint}
          />
          <Submit>{t.ask}</Submit>
        </PostForm>
      )}
    </div>
  )
}

export const NoOffer = ({ store }: { store: Pick<LinkStore, 'name' | 'coupon_code'> }) => (
  <p>
    <Link to={offersPath(store.coupon_code)} className="button button-primary">
      {fill(t.toStore, { store: store.name })}
    </Link>
  </p>
)

interface ChoiceProps {
  target: string
  stores: Pick<LinkStore, 'name' | 'coupon_code'>[]
}

export const StoreChoice = ({ target, stores }: ChoiceProps) => (
  <section className="panel stack">
    <h2 className="panel-title">{fill(t.choose, { host: new URL(target).hostname })}</h2>
    <ul className="stack">
      {stores.map(({ name, coupon_code }) => (
        <li key={coupon_code}>
          <Link to={linkPath(target, coupon_code)} className="button button-primary button-wide">
            {name}
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
