import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { PointerEventsCheckLevel, userEvent, type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'

const noStyles = createCache({ key: 'test', container: document.createElement('div') })

/** Nothing in a test depends on how things look, and jsdom is slow in reading styles: here it gets none. */
export const WithoutStyles = ({ children }: { children: ReactNode }) => (
  <CacheProvider value={noStyles}>{children}</CacheProvider>
)

export const aUser = () => userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })

/**
 * The field has this text instead of its own, pasted: `user.type` renders the screen anew for each of its keys, and is for
 * tests about keys.
 */
export async function enter(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.clear(field)
  if (text !== '') await user.paste(text)
}
