/** What pages say about reaching the shop: settings, as last read, so that a page without the database has them too. */
import { sql, type SQL } from 'drizzle-orm'
import type { SocialLink } from '~/platform/config/setting-kinds'
import { describeSetting, SETTINGS } from '~/platform/config/setting-values'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { errorFacts, log } from '~/platform/log.server'
import type { Texts } from './current-values'

const NAMES = ['SUPPORT_EMAIL', 'GRIEVANCE_CONTACT', 'SOCIAL_LINKS'] as const

export interface Contact {
  support: string
  grievance: string
  social: readonly SocialLink[]
}

let known: Contact | undefined

/** The texts in force, for `keepContact()`. */
export const selectContact = (): SQL<Texts> => sql<Texts>`(
  SELECT json_object_agg(name, value) FROM (
    SELECT DISTINCT ON (name) name, value FROM settings
     WHERE name IN (${sql.join(
       NAMES.map((name) => sql.raw(`'${name}'`)),
       sql`, `,
     )}) AND in_force_from <= statement_timestamp() ORDER BY name, id DESC) contact)`

export function keepContact(texts: Texts): Contact {
  known = readContactTexts(texts)
  return known
}

/** As this process last read it; before that, as the first start would set it. */
export function getLastContact(): Contact {
  return known ?? readContactTexts({})
}

export async function readContact(): Promise<Contact> {
  try {
    const [row] = await db.select({ texts: selectContact() }).from(sql`(SELECT) AS one`)
    return keepContact(row!.texts)
  } catch (error) {
    log('error', 'contact data not read', errorFacts(error))
    return getLastContact()
  }
}

function readContactTexts(texts: Texts): Contact {
  const getText = (name: (typeof NAMES)[number]): string =>
    texts[name] ?? env()[name] ?? describeSetting(name).first.demo
  const { SUPPORT_EMAIL, GRIEVANCE_CONTACT, SOCIAL_LINKS } = SETTINGS
  const support = SUPPORT_EMAIL.read(getText('SUPPORT_EMAIL'))!
  return {
    support,
    grievance: GRIEVANCE_CONTACT.read(getText('GRIEVANCE_CONTACT')) ?? support,
    social: SOCIAL_LINKS.read(getText('SOCIAL_LINKS')) ?? [],
  }
}
