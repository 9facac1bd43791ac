/** Who may agree to the request of another person. */
import { db } from '~/db/client.server'
import { listInvitedAlone } from '~/operators/approvals.server'
import { listOtherPersons } from '~/settings/other-persons.server'
import { readPerson } from '~/settings/person'
import { comparePersons } from '~/settings/same-person.server'
import { mayDo, type Role } from './roles'

/** Nobody can agree to what their role does not allow. */
export const listOthersWhoMay = async (by: string, needed: Role): Promise<string[]> =>
  (await listOtherPersons(db, by)).filter(({ role }) => mayDo(role, needed)).map((other) => other.by)

/**
 * A helper whom somebody invited alone would agree to everything; in a shop of two the helper may. The function
 * returns who has to agree instead of a person; undefined: that person may.
 */
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
