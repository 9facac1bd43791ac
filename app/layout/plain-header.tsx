import { Icon } from '~/ui/icon'

/** The header of a page that stands outside of the application. */
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
