import { db } from '~/db/client.server'
import { listInvitedAlone } from '~/operators/approvals.server'
import { listOtherPersons } from '~/settings/other-persons.server'
import { readPerson } from '~/settings/person'
import { comparePersons } from '~/settings/same-person.server'
import { mayDo, type Role } from './roles'

export const listOthersWhoMay = async (by: string, needed: Role): Promise<string[]> =>
  (await listOtherPersons(db, by)).filter(({ role }) => mayDo(role, needed)).map((other) => other.by)

/** A helper invited alone would agree to all. Returns who must agree instead; undefined: the person may. */
export async function findSubstitute(
  requestedBy: string,
  needed: Role,
): Promise<(person: string) => string | undefined> {
  const [inviters, others, isSamePerson] = await Promise.all([
    listInvitedAlone(),
    listOthersWhoMay(requestedBy, needed),
    comparePersons(db),
  ])
  const isInvited = (person: string) => {
    const inviter = inviters.get(readPerson(person).operator ?? '')
    return inviter !== undefined && isSamePerson(inviter, requestedBy)
  }
  return (person) =>
    isInvited(person) ? others.find((other) => !isInvited(other) && !isSamePerson(other, person)) : undefined
}
