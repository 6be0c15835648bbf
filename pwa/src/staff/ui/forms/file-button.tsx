import { Button, type ButtonProps } from '@mui/material'
import { useRef } from 'react'

type FileButtonProps = Omit<ButtonProps, 'onClick' | 'type'> & {
  /** File types and extensions, as of the `accept` attribute of an input. */
  accept: string
  /** Names the input for tests and assistive technology; the button is what people see. */
  inputLabel?: string
  multiple?: boolean
  /** Also called with none, when somebody cancels. */
  onFiles: (files: File[]) => void
}

/** A button that lets people choose files. The same file can be chosen again after a failure. */
export function FileButton({ accept, inputLabel, multiple = false, onFiles, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        {...{ accept, multiple }}
        {...(inputLabel && { 'aria-label': inputLabel })}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}

/** What spreadsheets save as CSV. */
export const csvTypes = '.csv,.tsv,.txt,text/csv'
