import { useState } from 'react'
import { IMAGE_SIZE, buildImageUrl } from '~/domain/accounts/profile-image'

export function ProfilePicture({ version, onError }: { version: string; onError?: () => void }) {
  const [broken, setBroken] = useState(false)
  if (broken) return null
  const fail = () => {
    setBroken(true)
    onError?.()
  }
  return (
    <img
      className="profile-picture"
      src={buildImageUrl(version)}
      alt=""
      width={IMAGE_SIZE}
      height={IMAGE_SIZE}
      onError={fail}
      ref={(img) => {
        if (img?.complete && img.naturalWidth === 0) fail()
      }}
    />
  )
}
