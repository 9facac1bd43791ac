import type { LoaderFunctionArgs } from '@remix-run/node'
import { readImage } from '~/domain/catalog/images.server'
import { respondWithImage } from '~/http/image-response.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { failures: 'text', folder: 'images' } satisfies RouteHandle

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  respondWithImage(request, async () => (new URL(request.url).search ? null : readImage(params.name!)))
