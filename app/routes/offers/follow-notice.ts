import { storePageMessages } from '~/messages/store-page'
import { fill } from '~/messages/message'
import { failure, success, type Notice } from '~/messages/notice'
import { paths } from '~/paths'
import type { FollowResult } from '~/domain/catalog/follows.server'

const { follow } = storePageMessages

const ALL_FOLLOWED = [{ label: 'Stores you follow', href: paths.followedStores }]

export function describeFollow(result: FollowResult, follows: boolean): Notice {
  if (result.ok) {
    const { text } = follows ? follow.done : follow.ended
    return success({ text: fill(text, { store: result.name }) }, ALL_FOLLOWED)
  }
  return result.reason === 'tooMany'
    ? failure({ text: fill(follow.tooMany.text, { most: result.most }) }, ALL_FOLLOWED)
    : failure(follow.unknown)
}
