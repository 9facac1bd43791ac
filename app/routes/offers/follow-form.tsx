import { catalogMessages } from '~/messages/catalog'
import { PostForm } from '~/components/ui/form'

interface FollowFormProps {
  href: string
  follows: boolean
  offered: boolean
}

export const FollowForm = ({ href, follows, offered }: FollowFormProps) => (
  <PostForm form="follow" action={href} className="mt-3">
    {offered && <p className="mb-2">{catalogMessages.follow.offer}</p>}
    <button type="submit" name="follow" value={follows ? 'no' : 'yes'} className="button">
      {follows ? (
        <>
          Following <span className="sr-only">(press to unfollow)</span>
        </>
      ) : (
        'Follow'
      )}
    </button>
  </PostForm>
)
