import { useSearchParams } from 'react-router-dom'
import { ChoiceField, SearchField, toAddress } from './filter-fields.tsx'

type Choice = { label: string; all: string; labels: Record<string, { label: string }> }

/** What is searched for, and what is chosen of each choice; null is all. */
type FilterOf<Choices extends Record<string, Choice>> = { search: string } & {
  [Name in keyof Choices]: (keyof Choices[Name]['labels'] & string) | null
}

/**
 * The filter of a list that is loaded whole: a search, and choices. It is stored in the address, like that of the leads.
 * `fields` are to be rendered.
 */
export function useFilter<Choices extends Record<string, Choice>>(searchLabel: string, choices: Choices) {
  const [parameters, setParameters] = useSearchParams()
  const read = (address: URLSearchParams): Record<string, string | null> => ({
    ...Object.fromEntries(
      Object.entries(choices).map(([name, { labels }]) => {
        const chosen = address.get(name)
        return [name, chosen !== null && Object.hasOwn(labels, chosen) ? chosen : null]
      }),
    ),
    search: address.get('q')?.trim() ?? '',
  })
  const filter = read(parameters)
  const store = ({ search, ...chosen }: Record<string, string | null>) =>
    setParameters(toAddress({ q: search, ...chosen }, { after: null, before: null }, 1), {
      replace: true,
      preventScrollReset: true,
    })
  // The address is ahead of what is rendered.
  const change = (changes: Record<string, string | null>) =>
    store({ ...read(new URLSearchParams(window.location.search)), ...changes })
  const fields = (
    <>
      <SearchField label={searchLabel} value={filter['search'] ?? ''} onSearch={(search) => change({ search })} />
      {Object.entries(choices).map(([name, choice]) => (
        <ChoiceField
          key={name}
          {...choice}
          value={filter[name] ?? null}
          onChoose={(chosen) => change({ [name]: chosen })}
        />
      ))}
    </>
  )
  return {
    filter: filter as FilterOf<Choices>,
    isFiltered: Object.values(filter).some(Boolean),
    clear: () => store({}),
    fields,
  }
}
