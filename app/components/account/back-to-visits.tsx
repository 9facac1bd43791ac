import { paths } from '~/paths'
import { Icon } from '~/components/ui/icon'
import { Link } from '~/components/ui/link'

export const BackToVisits = () => (
  <p>
    <Link to={paths.visits} className="link link-alone">
      <Icon name="back" />
      My Cashback
    </Link>
  </p>
)
