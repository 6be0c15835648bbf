import SvgIcon from '@mui/material/SvgIcon'

/** A kerb and the drive that meets it. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <SvgIcon viewBox="0 0 32 32" aria-hidden sx={{ fontSize: size, flexShrink: 0 }}>
      <rect width="32" height="32" rx="8" fill="#15803d" />
      <path d="M13 5h6l5 16H8z" fill="#dcfce7" />
      <path d="M15.2 7h1.6l.3 3h-2.2zM14.7 12h2.6l.3 4h-3.2z" fill="#15803d" />
      <rect x="4" y="23" width="24" height="4" rx="1.5" fill="#fff" />
    </SvgIcon>
  )
}
