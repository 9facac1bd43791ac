import type { StoreTile } from '~/domain/catalog/stores.server'
import { Logo } from './logo'
import { OffersLink, UpTo } from './store-figures'
import './store-strip.css'

export const StoreStrip = ({ stores }: { stores: StoreTile[] }) => (
  <ul className="store-strip">
    {stores.map((store) => (
      <li key={store.href} className="card">
        <Logo src={store.logo} name={store.name} size="small" />
        <h3>{store.name}</h3>
        <UpTo rate={store.upTo} />
        <OffersLink store={store} className="stretched" />
      </li>
    ))}
  </ul>
)
