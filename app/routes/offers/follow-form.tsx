import { storePageMessages } from '~/messages/store-page'
import { PostForm } from '~/components/ui/form'
import { Icon } from '~/components/ui/icon'
import './follow-form.css'

interface FollowFormProps {
  href: string
  follows: boolean
  offered: boolean
}

export const FollowForm = ({ href, follows, offered }: FollowFormProps) => (
  <PostForm form="follow" action={href}>
    {offered && <p className="mb-2">{storePageMessages.follow.offer}</p>}
    <button
      type="submit"
      name="follow"
      value={follows ? 'no' : 'yes'}
      className={follows ? 'button button-done' : 'button'}
    >
      {follows ? (
        <>
          <Icon name="check" /> Following <span className="sr-only">(press to unfollow)</span>
        </>
      ) : (
        'Follow'
      )}
    </button>
  </PostForm>
)
