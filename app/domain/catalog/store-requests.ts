import { z } from 'zod/v4'
import { catalogMessages } from '~/messages/catalog'

const { unfit } = catalogMessages.search

export const storeRequestSchema = z.object({
  store: z.string({ error: unfit }).trim().min(2, unfit).max(40, unfit),
})
