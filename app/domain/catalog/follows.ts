import { z } from 'zod/v4'

export const followSchema = z.object({ follow: z.enum(['yes', 'no']) })

export const unfollowSchema = z.object({ store: z.string().min(1).max(200) })
