/**
 * What the image will look like, before it is sent: the middle of the picture, upright, as the server will cut it. That
 * is also what is sent then, so that a photo of 8 MB goes out as 50 KB and where it was taken never leaves the phone.
 */
import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import { useRoot } from '~/root-data'

/** Twice what the server keeps, in px. */
const SIZE = 512
const DRAWN = new Set(['image/jpeg', 'image/png', 'image/webp'])

export function useImagePreview() {
  const canvas = useRef<HTMLCanvasElement>(null)
  const input = useRef<HTMLInputElement | null>(null)
  const [hasPreview, setHasPreview] = useState(false)
  const { flash } = useRoot()
  const [answer, setAnswer] = useState(flash)

  // What was chosen has been sent, and here is the answer.
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
    const file = field.files?.[0]
    // Anything else is left as it is: the server says what is wrong with it.
    if (!file || !DRAWN.has(file.type) || !canvas.current) return
    const small = await draw(file, canvas.current).catch(() => null)
    // Meanwhile another one was chosen, or none.
    if (!small || field.files?.[0] !== file) return
    const files = new DataTransfer()
    files.items.add(new File([small], file.name, { type: small.type }))
    field.files = files.files
    setHasPreview(true)
  }

  return {
    canvas,
    hasPreview,
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
