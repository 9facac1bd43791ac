import { z } from 'zod/v4'
import { ofMember, operation } from './operation'
import { messageReply } from './shapes'

export const usersChange = operation({
  id: 'usersChange',
  summary: 'Changes the password; revokes all other sessions',
  ...ofMember,
  body: z.object({
    currentPassword: z.string().default(''),
    newPassword: z.string().default(''),
    confirmNewPassword: z.string().default(''),
  }),
  answers: { 200: messageReply },
  refusals: [401, 422],
})

export const getImage = operation({
  id: 'getImage',
  summary: 'Returns the profile image',
  ...ofMember,
  answers: {
    200: z.strictObject({
      success: z.literal(true),
      image_url: z
        .string()
        .nullable()
        .meta({ description: 'A WebP image as a data: URL; null if there is none.' }),
      message: z.string(),
    }),
  },
  failure: 'Failed to fetch image.',
})

export const updateImage = operation({
  id: 'updateImage',
  summary: 'Stores a profile image: JPEG, PNG or WebP, at most 5 MB',
  who: 'member',
  upload: true,
  answers: {
    200: z.strictObject({ success: z.literal(true), message: z.string(), image_url: z.string() }),
  },
  refusals: [400, 403, 422],
  failure: 'Error updating image',
})
