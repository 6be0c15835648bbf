import type { ReactNode } from 'react'

/** A page that has one thing to say and one way on. */
export function NoticePage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="notice-page">
      <h1>{title}</h1>
      <p>{text}</p>
      <p className="notice-page__ways">{children}</p>
    </div>
  )
}
