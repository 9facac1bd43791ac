import '~/components/ui/list.css'
interface Friend {
  id: string
  name: string | null
  joined: string
  brought: string
}

export function FriendList({ friends }: { friends: Friend[] }) {
  return (
    <ul className="list">
      {friends.map(({ id, name, joined, brought }) => (
        <li key={id} className="list-row">
          <div>
            <p>{name ?? 'A friend who has left'}</p>
            <p className="muted">Joined {joined}</p>
          </div>
          <div className="list-row-end">
            <p className="money">{brought}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
