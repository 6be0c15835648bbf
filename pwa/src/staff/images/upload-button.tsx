import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import { Button } from '@mui/material'
import { useRef } from 'react'

type Props = { onFiles: (files: File[]) => void; multiple?: boolean; disabled?: boolean; describedBy?: string }

export function UploadButton({ onFiles, multiple = false, disabled = false, describedBy }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<UploadIcon />}
        disabled={disabled}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        Upload Image
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple={multiple}
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // So that the same file can be chosen again after a failure.
          target.value = ''
        }}
      />
    </>
  )
}
