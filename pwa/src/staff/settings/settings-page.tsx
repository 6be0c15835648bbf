import { Box, Checkbox, FormControl, FormControlLabel, FormHelperText, InputAdornment, Stack } from '@mui/material'
import { settingFields, settingNames, settingSections, type SettingName } from '@kerbside/schema/settings/settings'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Field } from '../ui/forms/field.tsx'
import { FormStack, SaveButtons, SaveError } from '../ui/forms/form-stack.tsx'
import { savedMeanwhile } from '../ui/forms/use-form.ts'
import { EmptyState } from '../ui/notices.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { QueryState } from '../ui/query-state.tsx'
import { Muted, Row, Rows, Section } from '../ui/section.tsx'
import { formatDateTime } from '../ui/times.ts'
import { settingsPage, type SettingsPageData, type SettingsSave } from './settings.queries.ts'
import { useSettingsForm } from './use-settings-form.ts'

/** What admins decide without a new release, and who changed what. */
export function SettingsPage() {
  usePageTitle('System Settings')
  const query = useQuery(settingsPage())
  return (
    <Stack spacing={2} sx={{ maxWidth: 960 }}>
      <QueryState query={query} loading="Loading settings…" rows={5} staleNotice />
      {query.data && <SettingsForm current={query.data.settings} />}
      {query.data && <History saves={query.data.settingsHistory} />}
    </Stack>
  )
}

type Form = ReturnType<typeof useSettingsForm>

function SettingsForm({ current }: { current: SettingsPageData['settings'] }) {
  const form = useSettingsForm(current.settings, current.version)
  return (
    <FormStack label="Settings" onSubmit={form.submit}>
      {Object.entries(settingSections).map(([section, { title, text }]) => (
        <Section key={section} title={title}>
          <Muted sx={{ mb: 2 }}>{text}</Muted>
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '1fr 1fr 1fr' } }}>
            {settingNames
              .filter((name) => settingFields[name].section === section)
              .map((name) => {
                const Control = settingFields[name].kind === 'switch' ? SwitchSetting : TextSetting
                return <Control key={name} name={name} form={form} />
              })}
          </Box>
        </Section>
      ))}
      <SaveBar form={form} />
    </FormStack>
  )
}

type SettingProps = { name: SettingName; form: Form }

function SwitchSetting({ name, form }: SettingProps) {
  const { label, help } = settingFields[name]
  const errors = form.errors[name]
  const helpId = useId()
  const theirs = savedMeanwhile(form.theirs[name] && (form.theirs[name] === 'true' ? 'on' : 'off'))
  return (
    <FormControl error={errors !== undefined} sx={{ gridColumn: '1 / -1' }}>
      <FormControlLabel
        label={label}
        control={
          <Checkbox
            name={name}
            checked={form.draft[name] === 'true'}
            onChange={(_event, checked) => form.change({ [name]: String(checked) })}
            slotProps={{ input: { ref: form.inputRef(name), 'aria-describedby': helpId } }}
          />
        }
      />
      <FormHelperText id={helpId}>{errors?.join(' ') ?? theirs ?? help}</FormHelperText>
    </FormControl>
  )
}

function TextSetting({ name, form }: SettingProps) {
  const setting = settingFields[name]
  const unit = setting.kind === 'number' && setting.unit
  return (
    <Field
      form={form}
      name={name}
      label={setting.label}
      type={setting.kind === 'email' ? 'email' : 'text'}
      helperText={setting.help}
      slotProps={{
        htmlInput: unit ? { inputMode: 'numeric', maxLength: 6 } : { spellCheck: false },
        input: unit ? { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> } : {},
      }}
    />
  )
}

/** Stays in sight while something is not saved. */
function SaveBar({ form }: { form: Form }) {
  const { isChanged } = form
  return (
    <Stack
      spacing={1}
      sx={{ ...(isChanged && { position: 'sticky', bottom: 0, zIndex: 1 }), bgcolor: 'background.default', py: 1.5 }}
    >
      <SaveError form={form} />
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
        <SaveButtons label="Save Settings" form={form} />
        <Muted role="status">{isChanged ? 'Not saved yet' : 'In force everywhere within seconds of saving'}</Muted>
      </Stack>
    </Stack>
  )
}

function History({ saves }: { saves: readonly SettingsSave[] }) {
  return (
    <Section title="Changes">
      {saves.length === 0 && <EmptyState title="No changes yet">Until then everything is as it came.</EmptyState>}
      <Rows>
        {saves.map(({ version, savedAt, savedBy, changes }) => (
          <Row
            key={version}
            title={changes.map(changeText).join(' · ')}
            detail={`${savedBy?.name ?? 'Somebody'}${savedAt === null ? '' : ` · ${formatDateTime(savedAt)}`}`}
          />
        ))}
      </Rows>
    </Section>
  )
}

/** A name that only a newer release knows is shown as it is. */
const labelOf = (name: string) => Object.entries(settingFields).find(([known]) => known === name)?.[1].label ?? name

const changeText = ({ name, before, after }: SettingsSave['changes'][number]) =>
  `${labelOf(name)}: ${before ?? 'empty'} → ${after ?? 'empty'}`
