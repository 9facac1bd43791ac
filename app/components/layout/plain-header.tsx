import { Icon } from '~/components/ui/icon'

export const PlainHeader = () => (
  <header className="header">
    <div className="page-width header-bar">
      <a href="/" className="header-brand">
        <Icon name="brand" />
        DealDwaar
      </a>
    </div>
  </header>
)
