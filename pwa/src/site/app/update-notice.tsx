import { useState } from 'react'

/** Nothing changes under a page in use until its reader says so. */
export function UpdateNotice({ update }: { update: () => void }) {
  const [pressed, setPressed] = useState(false)
  return (
    <div className="update-notice" role="status">
      <p>A new version is ready</p>
      <button
        type="button"
        className="button button--small"
        disabled={pressed}
        onClick={() => {
          setPressed(true)
          update()
        }}
      >
        Update
      </button>
    </div>
  )
}
