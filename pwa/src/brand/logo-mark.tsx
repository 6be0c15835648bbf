/** A gable and a drive that crosses the kerb, in the current colour. */
export function LogoMark({ size = 40, className }: { size?: number; className?: string }) {
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path
        d="M10 21.5 24 9l14 12.5M6.5 33h4.6M36.9 33h4.6"
        fill="none"
        stroke="currentColor"
        strokeWidth="4.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M21.2 22.5h5.6a1.2 1.2 0 0 1 1.1.8L34.5 39c.3.7-.2 1.5-1 1.5h-19c-.8 0-1.3-.8-1-1.5l6.6-15.7a1.2 1.2 0 0 1 1.1-.8z"
        fill="currentColor"
      />
    </svg>
  )
}
