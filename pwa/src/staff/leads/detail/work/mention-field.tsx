import { foldName } from '@kerbside/schema/typed-text'
import { mentionSign, splitMentions, type Person } from '@kerbside/schema/users/mentions'
import { List, ListItemButton, Paper, Popper, TextField, type TextFieldProps } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useSession } from '../../../../api/session.ts'
import { Muted, VisuallyHidden } from '../../../ui/section.tsx'
import { assignees } from './work.queries.ts'

type MentionFieldProps = Pick<TextFieldProps, 'label' | 'error' | 'helperText'> & {
  value: string
  maxLength: number
  onChange: (text: string) => void
}

type Mention = { start: number; query: string }

const beingTyped = new RegExp(`${mentionSign}([^@\\n]{0,60})$`, 'u')
const meantAsMention = new RegExp(`${mentionSign}\\p{L}[^\\s@,.;:!?]*`, 'u')

/** The mention that is being typed before the caret: an at sign that begins a word, and what follows it in its line. */
export function mentionBefore(text: string, caret: number): Mention | null {
  const match = beingTyped.exec(text.slice(0, caret))
  return match && { start: match.index, query: foldName(match[1] ?? '') }
}

/** The names of which a word begins like this; none when what was typed is a whole name already. */
const matchingNames = (query: string, names: string[]) =>
  names.some((name) => foldName(name) === query)
    ? []
    : names.filter((name) => ` ${foldName(name)}`.includes(` ${query}`))

/** The first `@` with a word behind it that is no colleague's name, as it was typed; null without one. */
export function unknownMention(text: string, people: readonly Person[]): string | null {
  const plain = splitMentions(text, people).filter((part) => part.people.length === 0)
  const found = plain.map((part) => meantAsMention.exec(part.text)?.[0])
  return found.find((mention) => mention !== undefined) ?? null
}

/** Which names are offered for the mention that is being typed, and what the keys and a press on one do. */
function useMention(value: string, onChange: (text: string) => void) {
  const listId = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  /** Where the caret is; null while the field has no focus. */
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  /** The start of a mention for which the list was closed or a name was chosen. */
  const [closedFor, setClosedFor] = useState<number | null>(null)
  const caretAfter = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caretAfter.current !== null) input.current?.setSelectionRange(caretAfter.current, caretAfter.current)
    caretAfter.current = null
  }, [value])

  const mention = caret === null ? null : mentionBefore(value, caret)
  const isClosed = mention === null || mention.start === closedFor
  const colleagues = useQuery({ ...assignees(), enabled: !isClosed })
  const ownId = useSession()?.user.id
  const others = colleagues.data?.filter(({ id }) => id !== ownId).map(({ name }) => name) ?? []
  const found = isClosed ? [] : [...new Set(matchingNames(mention.query, others))]
  const notice = !isClosed && !colleagues.data ? noticeOf(colleagues.isError) : null
  const isOpen = found.length > 0 || notice !== null
  const optionId = (index: number) => `${listId}-${index}`

  function follow(text: string, position: number): void {
    const typed = mentionBefore(text, position)
    if (typed?.start !== closedFor) setClosedFor(null)
    if (typed?.query !== mention?.query) setActive(0)
    setCaret(position)
  }

  function choose(name: string): void {
    if (mention === null || caret === null) return
    const before = `${value.slice(0, mention.start)}@${name} `
    caretAfter.current = before.length
    setCaret(before.length)
    setClosedFor(mention.start)
    onChange(before + value.slice(caret).replace(/^ /, ''))
  }

  function moveTo(index: number): void {
    setActive(index)
    document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isOpen || event.nativeEvent.isComposing) return
    const { length } = found
    const chosen = found[active]
    if (event.key === 'Escape') {
      event.stopPropagation() // otherwise the dialog would close
      setClosedFor(mention?.start ?? null)
    } else if (chosen === undefined) return
    else if (event.key === 'ArrowDown') moveTo((active + 1) % length)
    else if (event.key === 'ArrowUp') moveTo((active - 1 + length) % length)
    else if (event.key === 'Enter') choose(chosen)
    else return
    event.preventDefault()
  }
  const unknown = isOpen || !colleagues.data ? null : unknownMention(value, colleagues.data)
  return {
    listId,
    optionId,
    input,
    unknown,
    found,
    active,
    notice,
    isOpen,
    follow,
    leave: () => setCaret(null),
    choose,
    onKeyDown,
  }
}

/** A text of several lines in which `@` offers the names of the colleagues who may work on leads. */
export function MentionField({ value, maxLength, onChange, ...field }: MentionFieldProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const offer = useMention(value, onChange)
  const { listId, found, active, notice, isOpen, follow, unknown } = offer
  return (
    <>
      <TextField
        {...field}
        {...(unknown !== null && {
          helperText: `${unknown} is not the name of a colleague, so no one will be emailed.`,
        })}
        autoFocus
        fullWidth
        multiline
        minRows={3}
        maxRows={10}
        margin="dense"
        inputRef={offer.input}
        value={value}
        onChange={({ target }) => {
          follow(target.value, target.selectionStart ?? target.value.length)
          onChange(target.value)
        }}
        onSelect={({ target }) => follow(value, (target as HTMLTextAreaElement).selectionStart)}
        onBlur={offer.leave}
        onKeyDown={offer.onKeyDown}
        slotProps={{
          input: { ref: setAnchor },
          htmlInput: {
            maxLength,
            'aria-autocomplete': 'list',
            'aria-haspopup': 'listbox',
            ...(found.length > 0 && { 'aria-controls': listId, 'aria-activedescendant': offer.optionId(active) }),
          },
        }}
      />
      <Popper open={isOpen} anchorEl={anchor} placement="bottom-start" sx={{ zIndex: 'modal' }}>
        <Paper
          elevation={8}
          // The focus stays in the text.
          onMouseDown={(event) => event.preventDefault()}
          sx={{ width: anchor?.offsetWidth, maxHeight: 240, overflowY: 'auto', border: 1, borderColor: 'divider' }}
        >
          {notice !== null && <Muted sx={{ px: 2, py: 1.5 }}>{notice}</Muted>}
          {found.length > 0 && <NameList offer={offer} />}
        </Paper>
      </Popper>
      <VisuallyHidden role="status">
        {found.length > 0 ? `${found.length} to mention. Choose with the arrow keys and Enter.` : notice}
      </VisuallyHidden>
    </>
  )
}

const NameList = ({ offer: { listId, optionId, found, active, choose } }: { offer: ReturnType<typeof useMention> }) => (
  <List role="listbox" id={listId} aria-label="Colleagues to mention">
    {found.map((name, index) => (
      <ListItemButton
        component="li"
        role="option"
        key={name}
        id={optionId(index)}
        tabIndex={-1}
        aria-selected={index === active}
        selected={index === active}
        onClick={() => choose(name)}
      >
        {name}
      </ListItemButton>
    ))}
  </List>
)

const noticeOf = (isError: boolean) => (isError ? 'The colleagues could not be loaded.' : 'Loading colleagues…')
