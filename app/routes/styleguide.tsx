import { env } from '~/config/env.server'
import { privatePage } from '~/http/page'
import { Controls } from '~/pages/style-guide/controls'
import { Foundations } from '~/pages/style-guide/foundations'
import { Surfaces } from '~/pages/style-guide/surfaces'

export { headers } from '~/http/page'
export { shouldRevalidate } from '~/http/revalidation'

export const meta = () => [{ title: 'Style guide | DealDwaar' }, { name: 'robots', content: 'noindex' }]

export function loader() {
  if (env().NODE_ENV !== 'development') throw privatePage(null, 404)
  return privatePage(null)
}

export default function StyleGuide() {
  return (
    <main id="main" className="page">
      <h1>Style guide</h1>
      <Foundations />
      <Controls />
      <Surfaces />
    </main>
  )
}
