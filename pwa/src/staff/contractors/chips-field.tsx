import { Autocomplete, TextField } from '@mui/material'
import { useState, type Ref } from 'react'
import { savedMeanwhile } from '../ui/forms/use-form.ts'

export type ReadText = { ok: true; text: string } | { ok: false; message: string }

type ChipsFieldProps = {
  label: string
  helperText: string
  value: readonly string[]
  onChange: (value: string[]) => void
  /** What can be chosen from a list. */
  suggestions: readonly string[]
  /** Checks what was typed and gives the text of its chip; without it only suggestions can be chosen. */
  read?: (text: string) => ReadText
  /** What is wrong with the text that waits in the field; null when nothing is. */
  onUnread?: (message: string | null) => void
  labelOf?: (value: string) => string
  errors: readonly string[] | undefined
  /** What a colleague has saved meanwhile. */
  theirs: readonly string[] | undefined
  inputRef: Ref<HTMLInputElement>
}

/**
 * Several short values as chips. Enter, a comma or leaving the field adds what was typed; what cannot be read stays in
 * the field with its error. Backspace removes the last chip.
 */
export function ChipsField(props: ChipsFieldProps) {
  const { label, helperText, value, onChange, suggestions, read, onUnread, errors, theirs, inputRef } = props
  const [typed, setTyped] = useState('')
  const labelOf = (option: string) => props.labelOf?.(option) ?? option
  const saved = savedMeanwhile(theirs?.map(labelOf).join(', '))

  function add(text: string): void {
    const parts = text.split(/[,;\n]/).map((part) => part.trim())
    const results = parts.flatMap((part) => (part === '' || !read ? [] : [{ part, result: read(part) }]))
    const texts = results.flatMap(({ result }) => (result.ok ? [result.text] : []))
    const unread = results.flatMap(({ part, result }) => (result.ok ? [] : [{ part, message: result.message }]))
    if (texts.length > 0) onChange([...new Set([...value, ...texts])])
    setTyped(unread.map(({ part }) => part).join(', '))
    onUnread?.(unread[0]?.message ?? null)
  }

  return (
    <Autocomplete
      multiple
      freeSolo={read !== undefined}
      autoHighlight={read === undefined}
      openOnFocus={read === undefined}
      filterSelectedOptions
      options={suggestions}
      getOptionLabel={labelOf}
      value={[...value]}
      inputValue={typed}
      onInputChange={(_event, text, reason) => {
        if (read && reason === 'input' && /[,;]\s*$/.test(text)) return add(text)
        setTyped(text)
        onUnread?.(null)
      }}
      onChange={(_event, values, reason, details) =>
        reason === 'createOption' ? add(details?.option ?? '') : onChange(values)
      }
      onBlur={() => typed.trim() !== '' && read && add(typed)}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          required
          error={errors !== undefined}
          helperText={errors?.join(' ') ?? saved ?? helperText}
          inputRef={inputRef}
        />
      )}
    />
  )
}
