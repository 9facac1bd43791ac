import { env } from '~/platform/config/env.server'
import { privatePage } from '~/http/page'
import { Controls } from './styleguide/controls'
import { Foundations } from './styleguide/foundations'
import { Surfaces } from './styleguide/surfaces'

export { headers, shouldRevalidate } from '~/http/route-exports'

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
