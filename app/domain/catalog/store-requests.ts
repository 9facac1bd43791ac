import { z } from 'zod/v4'
import { storePageMessages } from '~/messages/store-page'

const { unfit } = storePageMessages.search

export const storeRequestSchema = z.object({
  store: z.string({ error: unfit }).trim().min(2, unfit).max(40, unfit),
})
