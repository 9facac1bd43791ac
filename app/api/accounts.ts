import { z } from 'zod/v4'
import * as fields from '~/domain/accounts/fields.server'
import { operation } from './operation'
import { messageReply, session } from './shapes'

const purpose = z
  .enum(['sign-up', 'otp-sign-in', 'forgot-password'], { error: 'sign-up, otp-sign-in or forgot-password.' })
  .meta({ description: 'Purpose of the code; its proof is valid for this purpose only.' })
const otpToken = z.string().max(500).catch('').meta({
  description: 'The proof returned by POST /api/otp/verify; valid once, for 5 minutes. 401 without it.',
})
const challenge = z
  .string({ error: 'Please ask for a code first.' })
  .min(1, 'Please ask for a code first.')
  .max(500)
  .meta({ description: 'The challenge returned by POST /api/otp/send.' })
const phone_number = fields.phoneNumber

export const loginOtpExists = operation({
  id: 'loginOtpExists',
  summary: 'Checks whether a phone number has an account',
  who: 'anybody',
  body: z.object({ phone_number }),
  answers: { 200: z.strictObject({ status: z.enum(['User exists', 'User does not exist']) }) },
})

export const checkUserExist = operation({
  id: 'checkUserExist',
  summary: 'Checks whether a phone number and an e-mail address are available',
  who: 'anybody',
  body: z.object({ email: fields.email, phone_number }),
  answers: { 200: messageReply },
  refusals: [409],
})

export const sendOtp = operation({
  id: 'sendOtp',
  summary: 'Sends a one-time code',
  who: 'anybody',
  body: z.object({ phone_number, purpose }),
  answers: {
    200: z.strictObject({
      success: z.literal(true),
      status: z.literal('SUCCESS'),
      challenge: z.string().meta({ description: 'Send it with the code to POST /api/otp/verify.' }),
      demo_code: z.string().nullable().meta({ description: 'The code itself, in demo mode only.' }),
    }),
  },
  refusals: [404, 409],
})

export const verifyOtp = operation({
  id: 'verifyOtp',
  summary: 'Exchanges a one-time code for a proof',
  who: 'anybody',
  body: z.object({ phone_number, purpose, challenge, otp: fields.otp }),
  answers: { 200: z.strictObject({ success: z.literal(true), otp_token: z.string() }) },
  refusals: [401],
})

export const signup = operation({
  id: 'signup',
  summary: 'Creates an account and signs in',
  who: 'anybody',
  body: z.object({
    username: fields.username,
    phone_number,
    email: fields.email,
    password: fields.newPassword,
    referred_by: z.union([fields.referredBy, z.null()]).optional(),
    agreeToTerms: fields.mustTick('Please accept the terms.'),
    otp_token: otpToken,
  }),
  answers: { 201: session },
  refusals: [401, 409],
  failure: 'Signup failed!',
})

export const login = operation({
  id: 'login',
  summary: 'Signs in with a password',
  who: 'anybody',
  body: z.object({ phone_number, password: fields.password }),
  answers: { 200: session },
  refusals: [401],
  failure: 'Login failed. Please try again.',
})

export const loginOtp = operation({
  id: 'loginOtp',
  summary: 'Signs in with the proof of a one-time code',
  who: 'anybody',
  body: z.object({ phone_number, otp_token: otpToken }),
  answers: { 200: session },
  refusals: [401],
  failure: 'Login failed. Please try again.',
})

export const forgetPassword = operation({
  id: 'forgetPassword',
  summary: 'Resets the password with the proof of a one-time code; revokes all sessions',
  who: 'anybody',
  body: z.object({ phone_number, new_password: fields.chosenPassword, otp_token: otpToken }),
  answers: { 200: messageReply },
  refusals: [401],
  failure: 'Something went wrong! Try again.',
})

export const logout = operation({
  id: 'logout',
  summary: 'Signs out: revokes the bearer token',
  who: 'member',
  body: z.object({}),
  answers: { 200: messageReply },
})
