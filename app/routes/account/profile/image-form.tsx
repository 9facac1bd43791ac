import { useState, type ReactNode } from 'react'
import { accountMessages } from '~/messages/account'
import { failure } from '~/messages/notice'
import { paths } from '~/paths'
import { Field } from '~/components/ui/field'
import { PostForm } from '~/components/ui/form'
import { Initials } from '~/components/ui/initials'
import { NoticeBox } from '~/components/ui/notice'
import { Submit } from '~/components/ui/submit'
import { IMAGE_FIELD, IMAGE_FORM } from '~/domain/accounts/profile-image'
import { ProfilePicture } from '~/components/account/profile-picture'
import { useImagePreview } from './use-image-preview'
import '~/components/ui/file-button.css'
import './image-form.css'
import '~/components/account/profile-picture.css'

interface ImageFormProps {
  username: string
  version: string | null
  isBroken: boolean
  children: ReactNode
}

export function ImageForm({ username, version, isBroken, children }: ImageFormProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const { canvas, hasPreview, isTooLarge, onChange } = useImagePreview()
  const unreadable = isBroken || (failed !== null && failed === version)
  return (
    <>
      {unreadable && <NoticeBox notice={failure(accountMessages.profileImage.unreadable)} />}
      <div className="image-form-head">
        <div className="image-form-avatar">
          <Initials name={username} />
          {version && !unreadable && (
            <ProfilePicture key={version} version={version} onError={() => setFailed(version)} />
          )}
          <canvas
            ref={canvas}
            className="profile-picture"
            hidden={!hasPreview}
            aria-hidden={hasPreview || undefined}
          />
        </div>
        <div>{children}</div>
      </div>
      <div className="image-form-parts">
        <PostForm
          form={IMAGE_FORM}
          id="image"
          action={paths.profileImage}
          encType="multipart/form-data"
          whenFailed={accountMessages.profileImage.failed}
        >
          <Field
            name={IMAGE_FIELD}
            type="file"
            accept="image/*"
            label="Profile image"
            hint="JPEG, PNG or WebP, at most 5 MB"
            problem={isTooLarge ? accountMessages.profileImage.tooLarge : undefined}
            onChange={onChange}
          />
          <div className="form-buttons">
            <Submit className="button">Upload image</Submit>
            <output className="muted">{hasPreview && 'This is how it will look.'}</output>
          </div>
        </PostForm>
        {version && (
          <PostForm
            form="remove-image"
            action={paths.removeImage}
            whenFailed={accountMessages.profileImage.failed}
          >
            <Submit className="link">Remove image</Submit>
          </PostForm>
        )}
      </div>
    </>
  )
}
