import type { ReactNode } from 'react'
import './notice-page.css'

/** A page with one message and the ways on. */
export function NoticePage({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <div className="notice-page">
      <h1>{title}</h1>
      <p>{text}</p>
      <p className="notice-page__ways">{children}</p>
    </div>
  )
}
