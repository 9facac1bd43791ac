import { requireSameOrigin } from '../../guard.server'
import { hideDesk, readDeskTokenHash, requireDeskAddress } from '../../desk-address.server'
import { env } from '~/platform/config/env.server'
import { isNavigation } from '../../form/navigation'
import { redirectWith, refusal } from '../../respond.server'
import { deskMessages } from '~/messages/desk'
import { warning } from '~/messages/notice'
import type { Actor } from '~/desk/actor.server'
import { recordForbidden } from '~/desk/logged-call.server'
import type { Operation } from '~/desk/operation'
import { mayDo } from '~/desk/roles'
import { formatPerson } from '~/domain/settings/person'
import { deskPaths, buildArrivalPath } from '../paths'
import { findDeskSession, isDeskOpen, type DeskSession, type Stage } from './sessions.server'
import { findPage, redirectToDeskSignIn } from './way-back.server'

export interface Desk {
  actor: Actor & { operatorId: number }
  sessionId: number
  tokenHash: string
  codeAt: Date
}

const inFlight = new Map<string, Promise<DeskSession | null>>()

/** Null: there is none, or it has ended. Throws the answers of requireDeskAddress(), and the guard's 403 for a form. */
export function readDeskSession(request: Request): Promise<DeskSession | null> {
  requireDeskAddress(request)
  if (request.method === 'POST') requireSameOrigin(request)
  const tokenHash = readDeskTokenHash(request)
  if (!tokenHash) return Promise.resolve(null)
  const running = inFlight.get(tokenHash)
  if (running) return running
  const session = findDeskSession(tokenHash).finally(() => inFlight.delete(tokenHash))
  inFlight.set(tokenHash, session)
  return session
}

const STEPS: Record<Stage, string> = {
  code: deskPaths.code,
  'set-up': deskPaths.setUp,
  open: deskPaths.today,
}

/** For the steps of a sign-in. Throws the redirect to the step that the session is at, or to the sign-in. */
export async function requireStep(request: Request, stages: readonly Stage[]): Promise<DeskSession> {
  const session = await readDeskSession(request)
  if (session && stages.includes(session.stage)) return session
  if (session) throw redirectWith(STEPS[session.stage])
  await requireOpenDesk()
  requireArrival(request)
  throw redirectWith(deskPaths.signIn, { notice: warning(deskMessages.signIn.first) })
}

/** Returns the operator with the present role. Throws a redirect to the sign-in or of requireArrival(), or 404 while nobody can sign in. */
export async function requireDesk(request: Request): Promise<Desk> {
  const session = await readDeskSession(request)
  if (session?.codeAt) {
    const { id: operatorId, name, role } = session.operator
    return {
      actor: {
        operatorId,
        osAccount: null,
        name,
        by: formatPerson(name, null),
        role,
        source: 'desk',
        deskSession: session.id,
      },
      sessionId: session.id,
      tokenHash: session.tokenHash,
      codeAt: session.codeAt,
    }
  }
  if (session) throw redirectWith(STEPS[session.stage])
  await requireOpenDesk()
  requireArrival(request)
  throw await redirectToDeskSignIn(request, readDeskTokenHash(request) !== null)
}

/** Throws a 404 while nobody can sign in. */
export async function requireOpenDesk(): Promise<void> {
  if (!(await isDeskOpen())) throw hideDesk()
}

const CODE_GOOD_MS = 10 * 60_000

export const hasFreshCode = ({ codeAt }: Pick<Desk, 'codeAt'>): boolean =>
  Date.now() - codeAt.getTime() < CODE_GOOD_MS

/** Guards what a session alone must not do. Throws a redirect to the form for a code, which returns to `back`. */
export function requireFreshCode(request: Request, desk: Desk, back = findPage(request)): void {
  if (hasFreshCode(desk)) return
  throw redirectWith(`${deskPaths.code}?back=${encodeURIComponent(back)}`, {
    notice: warning(deskMessages.code.again),
  })
}

/** For forms and files. Throws a 403, which leaves a line in the log. */
export async function requireDeskRole(actor: Actor, operation: Operation): Promise<void> {
  if (mayDo(actor.role, operation.role)) return
  await recordForbidden(actor, operation)
  throw refusal(403, 'Forbidden')
}

/**
 * Throws a redirect for a link of another site, such as a mail's page: the browser sends the desk's cookie, SameSite=Strict, only once
 * a page of the desk leads there.
 */
export function requireArrival(request: Request): void {
  const comesFromElsewhere = request.headers.get('Sec-Fetch-Site') === 'cross-site'
  if (!env().DESK_ORIGIN || !comesFromElsewhere || !isNavigation(request) || readDeskTokenHash(request))
    return
  const { pathname, search } = new URL(request.url)
  throw redirectWith(buildArrivalPath(pathname + search))
}
