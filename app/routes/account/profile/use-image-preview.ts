/** The browser shrinks the photo: the upload is about 50 KB, without a location. */
import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import { LARGEST_FILE } from '~/platform/config/body-limits'
import { usePage } from '~/components/ui/page-context'

const SIZE = 512
const DRAWN = new Set(['image/jpeg', 'image/png', 'image/webp'])

export function useImagePreview() {
  const canvas = useRef<HTMLCanvasElement>(null)
  const input = useRef<HTMLInputElement | null>(null)
  const [hasPreview, setHasPreview] = useState(false)
  const [isTooLarge, setTooLarge] = useState(false)
  const { flash } = usePage()
  const [answer, setAnswer] = useState(flash)

  if (flash !== answer) {
    setAnswer(flash)
    if (flash) setHasPreview(false)
  }
  useEffect(() => {
    if (flash && input.current) input.current.value = ''
  }, [flash])

  async function show(field: HTMLInputElement) {
    input.current = field
    setHasPreview(false)
    setTooLarge(false)
    const file = field.files?.[0]
    if (!file || !canvas.current) return
    const small = DRAWN.has(file.type) ? await draw(file, canvas.current).catch(() => null) : null
    if (field.files?.[0] !== file) return
    if (!small) {
      // The server would refuse it unread, without a word about its size.
      if (file.size <= LARGEST_FILE) return
      field.value = ''
      return setTooLarge(true)
    }
    const files = new DataTransfer()
    files.items.add(new File([small], file.name, { type: small.type }))
    field.files = files.files
    setHasPreview(true)
  }

  return {
    canvas,
    hasPreview,
    isTooLarge,
    onChange: (event: ChangeEvent<HTMLInputElement>) => void show(event.currentTarget),
  }
}

async function draw(file: File, canvas: HTMLCanvasElement): Promise<Blob | null> {
  const picture = await createImageBitmap(file)
  const side = Math.min(picture.width, picture.height)
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2]
  canvas.width = canvas.height = SIZE
  canvas.getContext('2d')!.drawImage(picture, left, top, side, side, 0, 0, SIZE, SIZE)
  picture.close()
  return new Promise((give) => canvas.toBlob(give, 'image/webp', 0.9))
}
