import SearchIcon from '@mui/icons-material/Search'
import { Box, Dialog, InputAdornment, InputBase, Typography, useAutocomplete } from '@mui/material'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { StatusChip } from '../../leads/lead-parts.tsx'
import type { DialogState } from '../../ui/dialogs/fresh-dialog.tsx'
import { Muted } from '../../ui/section.tsx'
import { stateOf, usePaletteEntries, type AreaName, type PaletteEntry } from './palette-entries.ts'

/** Leads, pages and actions in one field. */
export const Palette = ({ name, open, onClose }: DialogState & { name: AreaName }) => (
  <Dialog
    open={open}
    onClose={onClose}
    fullWidth
    maxWidth="sm"
    aria-label="Go to"
    sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    slotProps={{
      paper: { sx: { m: { xs: 1, sm: 4 }, mt: { xs: 1, sm: 8 }, width: { xs: 'calc(100% - 16px)', sm: 600 } } },
    }}
  >
    <PaletteField name={name} onClose={onClose} />
  </Dialog>
)

function PaletteField({ name, onClose }: { name: AreaName; onClose: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const { entries, isAway, isSearching } = usePaletteEntries(name, typed)
  const { getRootProps, getInputProps, getListboxProps, getOptionProps, groupedOptions } = useAutocomplete({
    id: 'palette',
    open: true,
    autoHighlight: true,
    value: null as PaletteEntry | null,
    inputValue: typed,
    options: entries,
    getOptionLabel: ({ label }) => label,
    getOptionKey: ({ to, asks, label }) => `${to} ${asks} ${label}`,
    groupBy: ({ group }) => group,
    // They are what was searched for.
    filterOptions: (options) => options,
    onInputChange: (_event, text, reason) => reason === 'input' && setTyped(text),
    onChange: (_event, entry) => {
      if (entry === null) return
      onClose()
      void navigate(entry.to, { state: stateOf(entry) })
    },
    onClose: (_event, reason) => reason === 'escape' && onClose(),
  })
  const { ref, ...input } = getInputProps()
  return (
    <Box {...getRootProps()}>
      <InputBase
        autoFocus
        fullWidth
        placeholder="Name, phone, reference, page or action"
        inputRef={ref}
        slotProps={{ input: { ...input, 'aria-label': 'Go to', maxLength: 200 } }}
        startAdornment={
          <InputAdornment position="start">
            <SearchIcon fontSize="small" />
          </InputAdornment>
        }
        sx={{ px: 2, height: 56, borderBottom: 1, borderColor: 'divider' }}
      />
      {isAway && <Muted sx={{ px: 2, pt: 1 }}>There is no connection: these are the leads that this device has.</Muted>}
      <Box
        component="ul"
        {...getListboxProps()}
        sx={{ listStyle: 'none', m: 0, p: 1, maxHeight: 'min(440px, 60dvh)', overflowY: 'auto', '&:empty': { p: 0 } }}
      >
        {groupedOptions.map(({ key, group, index, options }) => (
          <Box component="li" key={key} role="presentation">
            <Muted variant="caption" aria-hidden sx={{ px: 1, fontWeight: 600 }}>
              {group}
            </Muted>
            <Box component="ul" role="group" aria-label={group} sx={{ listStyle: 'none', m: 0, p: 0, mb: 0.5 }}>
              {options.map((option, at) => {
                const { key: optionKey, ...props } = getOptionProps({ option, index: index + at })
                return <Entry key={optionKey} entry={option} optionProps={props} />
              })}
            </Box>
          </Box>
        ))}
      </Box>
      <Muted role="status" sx={{ px: 2, pb: entries.length === 0 || isSearching ? 2 : 0 }}>
        {isSearching ? 'Searching leads…' : entries.length === 0 ? 'Nothing is found by that.' : ''}
      </Muted>
    </Box>
  )
}

const Entry = ({ entry, optionProps }: { entry: PaletteEntry; optionProps: object }) => (
  <Box
    component="li"
    {...optionProps}
    sx={{
      px: 1,
      py: 0.75,
      minHeight: 40,
      borderRadius: 1,
      cursor: 'pointer',
      display: 'flex',
      alignItems: 'center',
      gap: 1,
      '&.Mui-focused': { bgcolor: 'action.hover' },
      '&.Mui-focusVisible': { bgcolor: 'action.selected' },
    }}
  >
    <Box sx={{ flexGrow: 1, minWidth: 0 }}>
      <Typography noWrap sx={{ fontWeight: entry.group === 'Leads' ? 600 : 500 }}>
        {entry.label}
      </Typography>
      {entry.detail && <Muted noWrap>{entry.detail}</Muted>}
    </Box>
    {entry.status && <StatusChip status={entry.status} />}
  </Box>
)
