import type { ShouldRevalidateFunctionArgs } from '@remix-run/react'

/** Every page exports it: without it Remix reads the page again after a form that failed, whatever the status says. */
export const shouldRevalidate = ({
  actionStatus = 200,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => actionStatus < 400 && defaultShouldRevalidate
