import { Box, Button, FormControlLabel, Radio, RadioGroup, useMediaQuery, useTheme } from '@mui/material'
import { useMemo, useState } from 'react'
import { DialogFrame } from '../../ui/dialogs/confirm-dialog.tsx'
import { formatAgo } from '../../ui/times.ts'
import type { EditablePage } from '../pages.queries.ts'
import { clashes, withMine, pathKey, type Clash } from './content-changes.ts'
import { DifferenceList, SideValue, twoColumns } from './difference-list.tsx'
import type { TabNames } from './field-labels.ts'

/** Two edits of one page: what both started with, mine, and the page as it was saved first. */
export type Conflict = {
  base: unknown
  mine: unknown
  theirs: unknown
  page: EditablePage
  /** Who saved first. */
  name: string
  open: boolean
  /** Why the last attempt to save failed. */
  error: unknown
}

type ConflictDialogProps = {
  conflict: Conflict
  tabs: TabNames
  busy: boolean
  /** Saves a content on top of their version. */
  onSave: (content: unknown) => void
  onTakeTheirs: () => void
  onClose: () => void
}

type Side = 'mine' | 'theirs'

/** Shown when somebody else saved first: nothing is lost, and the person who saves later decides what counts. */
export function ConflictDialog({ conflict, tabs, busy, onSave, onTakeTheirs, onClose }: ConflictDialogProps) {
  const { base, mine, theirs, page, name, open, error } = conflict
  const found = useMemo(() => clashes(base, mine, theirs), [base, mine, theirs])
  const [choices, setChoices] = useState<Record<string, Side>>({})
  const chosen = ({ path, changedBy }: Clash): Side =>
    choices[pathKey(path)] ?? (changedBy === 'them' ? 'theirs' : 'mine')
  const saveChosen = () => {
    const paths = found.filter((clash) => chosen(clash) === 'mine').map(({ path }) => path)
    onSave(withMine(theirs, mine, paths))
  }
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true })
  return (
    <DialogFrame
      {...{ open, busy, error, onClose }}
      maxWidth="md"
      fullScreen={isPhone}
      title={`Changed meanwhile by ${name}`}
      text={`${name} saved this page ${formatAgo(page.updatedAt)}, after you had opened it. ${explanation}`}
      actions={
        <>
          <Button color="inherit" onClick={onClose} disabled={busy} autoFocus>
            Go on editing
          </Button>
          <Box sx={{ flexGrow: 1 }} />
          <Button onClick={onTakeTheirs} disabled={busy}>
            Take theirs
          </Button>
          <Button onClick={() => onSave(mine)} disabled={busy}>
            Keep mine
          </Button>
          <Button variant="contained" onClick={saveChosen} loading={busy} loadingPosition="start">
            {busy ? 'Saving...' : 'Save what is chosen'}
          </Button>
        </>
      }
    >
      <DifferenceList
        differences={found}
        content={mine}
        tabs={tabs}
        sides={{ mine: 'Yours', theirs: name }}
        renderChoice={(clash, field) => (
          <SideChoice
            {...{ clash, field, name }}
            side={chosen(clash)}
            onChoose={(side) => setChoices((all) => ({ ...all, [pathKey(clash.path)]: side }))}
          />
        )}
      />
    </DialogFrame>
  )
}

const explanation =
  'Nothing of yours is lost: choose what counts. Where only one of you changed something, that is chosen already. Whatever is not taken stays in the history or in this editor.'

type SideChoiceProps = { clash: Clash; field: string; name: string; side: Side; onChoose: (side: Side) => void }

function SideChoice({ clash, field, name, side: chosen, onChoose }: SideChoiceProps) {
  const sides = [
    { side: 'mine', label: 'Yours', changed: clash.changedBy !== 'them' },
    { side: 'theirs', label: name, changed: clash.changedBy !== 'me' },
  ] as const
  return (
    <RadioGroup
      aria-label={field}
      value={chosen}
      onChange={(_event, value) => onChoose(value === 'mine' ? 'mine' : 'theirs')}
      sx={twoColumns}
    >
      {sides.map(({ side, label, changed }) => (
        <FormControlLabel
          key={side}
          value={side}
          control={<Radio size="small" sx={{ py: 0.25 }} />}
          label={<SideValue label={`${label}${changed ? ', changed' : ', as it was'}`} value={clash[side]} />}
          sx={{
            m: 0,
            p: 1,
            minWidth: 0,
            alignItems: 'flex-start',
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            '&:has(input:checked)': { borderColor: 'primary.main' },
            '& .MuiFormControlLabel-label': { minWidth: 0, flexGrow: 1 },
          }}
        />
      ))}
    </RadioGroup>
  )
}
