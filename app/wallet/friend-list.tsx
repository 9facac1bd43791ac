interface Friend {
  id: string
  /** 'R••• N•••'; null: the account was deleted. */
  name: string | null
  /** '21 Nov 2026' */
  joined: string
  /** 'Rs. 99.20' */
  brought: string
}

/** Who joined by one's code, and what each brought. */
export function FriendList({ friends }: { friends: Friend[] }) {
  return (
    <ul className="rows">
      {friends.map(({ id, name, joined, brought }) => (
        <li key={id} className="row">
          <div>
            <p>{name ?? 'A friend who has left'}</p>
            <p className="muted">Joined {joined}</p>
          </div>
          <div className="row-end">
            <p className="money">{brought}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
